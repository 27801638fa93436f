# Makes the runtime's table of operations from the catalogue, OperationKind.java.
# A row there is one line: NAME([BLOCKING_FORM, ]CODE, ObjectFamily.FAMILY, ObjectUse.USE[, TRAIT]...)
/^    [A-Z][A-Z0-9_]*\(.*\)[,;]$/ {
    name = $0
    sub(/^ */, "", name)
    sub(/\(.*/, "", name)
    row = $0
    sub(/^[^(]*\(/, "", row)
    sub(/\)[,;]$/, "", row)
    count = split(row, field, /, /)
    at = field[1] ~ /^[0-9]+$/ ? 1 : 2
    if (field[at] !~ /^[0-9]+$/ || field[at + 1] !~ /^ObjectFamily\./ || field[at + 2] !~ /^ObjectUse\./) {
        print "operations.awk: not a row of the catalogue: " $0 > "/dev/stderr"
        exit 1
    }
    sub(/.*\./, "", field[at + 1])
    sub(/.*\./, "", field[at + 2])
    traits = "0"
    for (i = at + 3; i <= count; i++) {
        traits = traits " | TRAIT_" field[i]
        if (!(field[i] in seen)) {
            seen[field[i]] = 1
            order[++kinds] = field[i]
        }
    }
    if (!(field[at + 2] in used)) {
        used[field[at + 2]] = 1
        uses = uses "    USE_" field[at + 2] ",\n"
    }
    form = at == 2 ? "HEDDLE_" field[1] : "0"
    constants = constants "    HEDDLE_" name " = " field[at] ",\n"
    rows = rows " \\\n    X(" name ", " field[at] ", " field[at + 1] ", " field[at + 2] ", " traits ", " form ")"
    if (field[at] > last) {
        last = field[at]
    }
}
END {
    if (!last) {
        print "operations.awk: the catalogue has no rows" > "/dev/stderr"
        exit 1
    }
    print "/* Made by operations.awk from OperationKind.java, which says what each kind is. */"
    print "#ifndef HEDDLE_OPERATIONS_H\n#define HEDDLE_OPERATIONS_H\n"
    print "enum heddle_op {\n" constants "};\n"
    print "enum operation_trait {"
    for (i = 1; i <= kinds; i++) {
        print "    TRAIT_" order[i] " = " 2 ^ (i - 1) ","
    }
    print "};\n"
    print "/* How an operation uses its first object; see ObjectUse.java. */"
    print "enum operation_use {\n" uses "};\n"
    print "#define HEDDLE_LAST_OP " last "\n"
    print "/* X(name, code, family, use, traits, blocking form or 0) for each kind. */"
    print "#define HEDDLE_OPERATIONS(X)" rows "\n\n#endif"
}
