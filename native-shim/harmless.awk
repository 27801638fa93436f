# Makes the runtime's table of the functions of C++'s library that do nothing besides what the runtime models, from the access pass's table,
# library-functions.txt: programs call them through pointers, too. A name that ends in * stands for all that begin so.
/^#/ { next }
/^[^ ]/ { harmless = /^harmless:/ }
harmless {
    for (i = 1; i <= NF; i++) {
        if ($i ~ /^_Z/) {
            print "\"" $i "\","
        }
    }
}
