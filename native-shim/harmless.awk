# Makes the runtime's tables of functions that do nothing besides what the runtime models, wherever they are called, from the access pass's
# table, library-functions.txt: programs call them through pointers, too. Those of C++'s library are known by their symbols, where a name that
# ends in * stands for all that begin so; those of libc and libm by their addresses.
/^#/ { next }
/^[^ ]/ {
    harmless = /^harmless:/
    pure = /^pure:/
}
harmless {
    for (i = 1; i <= NF; i++) {
        if ($i ~ /^_Z/) {
            print "HARMLESS(\"" $i "\")"
        }
    }
}
pure {
    for (i = 1; i <= NF; i++) {
        if ($i != "pure:") {
            print "PURE(\"" $i "\")"
        }
    }
}
