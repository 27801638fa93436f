# Runs in gdb, which is attached to an execution of a schedule. Reads a request a line from standard input, as JSON, and writes a reply a
# line behind MARK. See Inspection.java.
import gdb
import json
import re
import sys

MARK = 'heddle-reply '
LONGEST = 400
MOST_CHILDREN = 1000

values = []  # those that have parts, by their references, from 1


def reply(what):
    print('\n' + MARK + json.dumps(what), flush=True)


# --- moving -----------------------------------------------------------------------------------------------------------------------


def run_to(moment, is_first):
    """Goes on to a moment. The first one is where the execution stops for a debugger by itself."""
    del values[:]
    places = [gdb.Breakpoint('heddle_stopped', internal=True)]
    places[0].condition = '$rdi == 4 || $rdi == 1' if is_first else '$rdi == 1'
    if not is_first:
        places.append(gdb.Breakpoint('debug_before', internal=True))
        places[1].condition = '(unsigned)$rdi == %d' % moment
    stops = []
    stop = lambda event: stops.append(event)
    gdb.events.stop.connect(stop)
    try:
        while not stops:
            live = [inferior for inferior in gdb.inferiors() if inferior.pid]
            if not live:
                raise gdb.error('the program has ended before')
            if not gdb.selected_inferior().pid:
                gdb.execute('inferior %d' % live[0].num, to_string=True)
            gdb.execute('continue', to_string=True)
    finally:
        gdb.events.stop.disconnect(stop)
        for place in places:
            place.delete()


# --- frames -----------------------------------------------------------------------------------------------------------------------


def bare(function):
    """A function's name without its parameters, which gdb and the symbolizer write differently."""
    return re.sub(r'\(.*', '', function or '')


def select(place):
    """The nth frame of this function in this thread; else its innermost one of the program's own."""
    for inferior in gdb.inferiors():
        for thread in inferior.threads():
            if thread.name == place['thread']:
                thread.switch()
    frame = gdb.newest_frame()
    own = None
    nth = place['nth']
    while frame:
        if bare(frame.name()) == bare(place['function']) and place['function']:
            if nth == 0:
                frame.select()
                return frame
            nth -= 1
        if own is None and not gdb.solib_name(frame.pc()):
            own = frame
        frame = frame.older()
    if own is None:
        raise gdb.error('this thread is in no function of the program')
    own.select()
    return own


def block_of(frame):
    try:
        return frame.block()
    except RuntimeError:
        raise gdb.error('there is no debug information here: compile with -g')


def locals_of(frame):
    block = block_of(frame)
    seen = set()
    found = []
    while block:
        for symbol in block:
            if (symbol.is_argument or symbol.is_variable) and symbol.name not in seen:
                seen.add(symbol.name)
                found.append(named(symbol.print_name, lambda: symbol.value(frame), symbol.print_name))
        if block.function:
            break
        block = block.superblock
    return found


def globals_of(frame):
    block = block_of(frame)
    seen = set()
    found = []
    for whole in (block.static_block, block.global_block):
        for symbol in whole:
            if symbol.is_variable and symbol.name not in seen:
                seen.add(symbol.name)
                found.append(named(symbol.print_name, lambda: symbol.value(frame), symbol.print_name))
    return sorted(found, key=lambda variable: variable['name'])


# --- values -----------------------------------------------------------------------------------------------------------------------


def is_structure(kind):
    return kind.code in (gdb.TYPE_CODE_STRUCT, gdb.TYPE_CODE_UNION)


def plain(value):
    """What a reference refers to, and else the value."""
    kind = value.type.strip_typedefs()
    return value.referenced_value() if kind.code in (gdb.TYPE_CODE_REF, gdb.TYPE_CODE_RVALUE_REF) else value


def has_parts(value):
    kind = value.type.strip_typedefs()
    if is_structure(kind) or kind.code == gdb.TYPE_CODE_ARRAY:
        return True
    if kind.code != gdb.TYPE_CODE_PTR or int(value) == 0:
        return False
    target = kind.target().strip_typedefs()
    if target.code in (gdb.TYPE_CODE_VOID, gdb.TYPE_CODE_FUNC):
        return False
    return target.code != gdb.TYPE_CODE_INT or target.sizeof > 1


def bounds(value):
    kind = value.type.strip_typedefs()
    return kind.range() if kind.code == gdb.TYPE_CODE_ARRAY and kind.sizeof else None


def text_of(value):
    text = ' '.join(value.format_string(max_elements=40).split())
    return text if len(text) <= LONGEST else text[:LONGEST] + '...'


def named(name, read, expression):
    try:
        value = plain(read())
        kind = str(value.type)
        text = text_of(value)
        reference = 0
        elements = 0
        if not value.is_optimized_out and has_parts(value):
            values.append((value, expression))
            reference = len(values)
            span = bounds(value)
            elements = span[1] - span[0] + 1 if span and gdb.default_visualizer(value) is None else 0
        return shown(name, text, kind, expression, reference, elements)
    except (gdb.error, RuntimeError, ValueError, UnicodeError) as problem:
        return shown(name, '<' + str(problem) + '>', '', '', 0, 0)


def shown(name, value, kind, expression, reference, elements):
    return {'name': name, 'value': value, 'type': kind, 'expression': expression or '', 'reference': reference, 'elements': elements}


def fields_of(value, base):
    """The members; base is the expression with the operator behind it, or empty."""
    found = []
    for field in value.type.strip_typedefs().fields():
        if not hasattr(field, 'bitpos'):
            continue  # a static member
        if field.is_base_class:
            found.append(named('<' + str(field.name) + '>', lambda: value[field], ''))
        elif not field.name:
            found.extend(fields_of(value[field], base))
        else:
            inner = base + field.name if base else ''
            found.append(named(field.name, lambda: value[field], inner))
    return found


def printed(printer):
    found = []
    for name, child in printer.children():
        if len(found) >= MOST_CHILDREN:
            break
        found.append(named(str(name), lambda: child if isinstance(child, gdb.Value) else gdb.Value(child), ''))
    return found


def parts(reference, start, count):
    value, expression = values[reference - 1]
    printer = gdb.default_visualizer(value)
    if printer is not None and hasattr(printer, 'children'):
        return printed(printer)
    kind = value.type.strip_typedefs()
    if is_structure(kind):
        return fields_of(value, simple(expression) + '.' if expression else '')
    if kind.code == gdb.TYPE_CODE_ARRAY:
        low, high = bounds(value) or (0, -1)
        first = low + start
        end = min(high + 1, first + (count or MOST_CHILDREN))
        base = simple(expression)
        return [named('[%d]' % i, lambda: value[i], '%s[%d]' % (base, i) if base else '') for i in range(first, end)]
    target = value.dereference()
    if is_structure(target.type.strip_typedefs()) and gdb.default_visualizer(target) is None:
        return fields_of(target, simple(expression) + '->' if expression else '')
    return [named('*', lambda: target, '*' + simple(expression) if expression else '')]


def simple(expression):
    """In brackets, unless a postfix operator binds as it should."""
    return expression if not expression or re.fullmatch(r'(\w|\.|->|::|\[|\])+', expression) else '(' + expression + ')'


def address_of(expression):
    value = plain(gdb.parse_and_eval(expression))
    if value.address is None:
        raise gdb.error(expression + ' is not in memory')
    kind = value.type.unqualified().strip_typedefs()
    if kind.code not in (gdb.TYPE_CODE_INT, gdb.TYPE_CODE_PTR, gdb.TYPE_CODE_ENUM, gdb.TYPE_CODE_BOOL, gdb.TYPE_CODE_CHAR,
                         gdb.TYPE_CODE_FLT) or kind.sizeof not in (1, 2, 4, 8):
        raise gdb.error(expression + ' is no number or pointer: choose one of its parts')
    unit = {1: 'char', 2: 'short', 4: 'int', 8: 'long'}[kind.sizeof]
    return '*(%s *)%d' % (unit, int(value.address))


# --- requests ---------------------------------------------------------------------------------------------------------------------


def answer(request):
    what = request['do']
    if what == 'run':
        run_to(request['moment'], request['first'])
        return {}
    if what == 'parts':
        return {'variables': parts(request['reference'], request['start'], request['count'])}
    frame = select(request['place'])
    if what == 'locals':
        return {'variables': locals_of(frame)}
    if what == 'globals':
        return {'variables': globals_of(frame)}
    if what == 'address':
        return {'address': address_of(request['expression'])}
    value = gdb.parse_and_eval(request['expression'])
    return {'variables': [named(request['expression'], lambda: value, request['expression'])]}


gdb.execute('handle all nostop noprint pass', to_string=True)
gdb.execute('handle SIGSEGV SIGBUS SIGFPE SIGILL SIGABRT stop', to_string=True)
try:
    gdb.execute('set may-call-functions off', to_string=True)
except gdb.error:
    pass  # an older gdb
for line in iter(sys.stdin.readline, ''):
    try:
        reply(answer(json.loads(line)))
    except (gdb.error, gdb.MemoryError, RuntimeError, ValueError) as problem:
        reply({'error': ' '.join(str(problem).split())})
