#include "base/capability.h"

#include <linux/capability.h>
#include <sys/syscall.h>

#include "base/direct.h"

bool has_capability(int capability) {
    struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
    struct __user_cap_data_struct data[2] = {{0}};
    return kernel_call(SYS_capget, &header, data) == 0 && data[CAP_TO_INDEX(capability)].effective & CAP_TO_MASK(capability);
}
