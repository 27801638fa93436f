#define _GNU_SOURCE
#include "zygote/runner/checkpoint/base_files.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/direct.h"
#include "zygote/runner/runner_state.h"

#define COPIES_FROM 900 /* numbers that programs hardly use; below those that the runner does not keep count of */

static bool is_open(int file) { return runner->kernel.files[file / 64] >> file % 64 & 1; }

static bool allows(int file) {
    struct stat *status = &runner->base.status; /* the kernel can write there */
    return direct_call(SYS_fstat, file, (long)status, 0, 0) == 0 && S_ISREG(status->st_mode);
}

bool base_files_allow(void) {
    uint32_t count = runner->base.file_count;
    for (int i = 0; runner->kernel.has_files && i < MOST_FILES; i++) {
        if (is_open(i) && (++count > MOST_BASE_FILES || !allows(i))) {
            return false;
        }
    }
    for (uint32_t i = 0; i < runner->base.file_count; i++) {
        if (runner->base.files[i].is_closed) {
            return false;
        }
    }
    return true;
}

static bool take(int file) {
    long copy = direct_call(SYS_fcntl, file, F_DUPFD_CLOEXEC, COPIES_FROM, 0);
    if (copy < 0) {
        return false;
    }
    runner->base.files[runner->base.file_count++] = (struct base_file){
        .file = file,
        .copy = (int)copy,
        .closes_on_exec = direct_call(SYS_fcntl, file, F_GETFD, 0, 0) & FD_CLOEXEC,
    };
    return true;
}

bool base_files_take(void) {
    bool ok = true;
    for (int i = 0; runner->kernel.has_files && ok && i < MOST_FILES; i++) {
        ok = !is_open(i) || take(i);
    }
    for (int i = 0; i < MOST_FILES / 64; i++) {
        runner->kernel.files[i] = 0;
    }
    runner->kernel.has_files = false;
    for (uint32_t i = 0; i < runner->base.file_count; i++) {
        struct base_file *file = &runner->base.files[i];
        file->offset = direct_call(SYS_lseek, file->file, 0, SEEK_CUR, 0);
    }
    return ok;
}

void base_files_put_back(void) {
    for (uint32_t i = 0; i < runner->base.file_count; i++) {
        struct base_file *file = &runner->base.files[i];
        if (file->is_closed) {
            direct_call(SYS_dup3, file->copy, file->file, file->closes_on_exec ? O_CLOEXEC : 0, 0);
            file->is_closed = false;
        }
        direct_call(SYS_lseek, file->file, file->offset, SEEK_SET, 0);
    }
}

bool base_files_close(long number) {
    for (uint32_t i = 0; i < runner->base.file_count; i++) {
        struct base_file *file = &runner->base.files[i];
        if (file->file == number && !file->is_closed) {
            file->is_closed = true;
            return true;
        }
    }
    return false;
}
