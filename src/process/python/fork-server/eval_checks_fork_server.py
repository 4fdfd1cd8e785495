# The loop of the fork server, and what a forked child does before its script. The child returns from the loop to C
# main with a chain of C callables: no frame of ours lies under the script, and its end is the interpreter's own.
import os
import sys

TESTED = ((3, 8), (3, 13))


def serve(base, warm_modules, last_step):
    """Returns, in forked children only, what C main has to call."""
    control = int(sys.argv[1])
    os.set_inheritable(control, False)
    tools = _load_tools(base)
    reason = _refuse_interpreter()
    if reason is None:
        warm = warm_modules.load(base)
        finish = last_step.register(set(base) | set(warm.modules), base)
        reason = _refuse_state(control, base)
    _hide_new(base)
    if reason is not None:
        _say(control, 'refuse ' + reason)
        os._exit(0)
    warm.offer()
    tools['gc'].collect()
    tools['gc'].freeze()
    _say(control, 'ready %d' % os.getpid())
    pending = bytearray()
    while True:
        job = _read_job(control, pending)
        try:
            streams = [os.open(job[name], os.O_RDWR | os.O_APPEND) for name in ('out', 'err')]
            child = os.fork()
        except OSError as error:
            # The runner starts the script itself and gives up this server, with the descriptors that are left open.
            _say(control, 'fail %s' % error.strerror)
            continue
        if child == 0:
            return _prepare(job, control, streams, tools, finish)
        for descriptor in streams:
            os.close(descriptor)
        _say(control, 'start %d' % child)
        _say(control, 'exit %d' % os.waitpid(child, 0)[1])


def _load_tools(base):
    """C modules only, and nothing that stays visible: a script's own `types.py` must not meet our imports."""
    import _collections
    import _functools
    import gc

    tools = {
        'gc': gc,
        'partial': _functools.partial,
        'defaultdict': _collections.defaultdict,
        'loader': sys.modules['_frozen_importlib_external'].SourceFileLoader,
        'head': sys.orig_argv[:-2] if hasattr(sys, 'orig_argv') else None,
        'main': sys.modules['__main__'],
    }
    _hide_new(base)
    return tools


def _hide_new(base):
    for name in [name for name in sys.modules if name not in base]:
        del sys.modules[name]


def _refuse_interpreter():
    version = sys.version_info[:2]
    if sys.implementation.name != 'cpython':
        return 'the interpreter is %s' % sys.implementation.name
    if not TESTED[0] <= version <= TESTED[1]:
        return 'Python %d.%d was never tried with it' % version
    if 't' in getattr(sys, 'abiflags', ''):
        return 'the interpreter is a free-threaded build'
    return None


def _refuse_state(control, base):
    """What a plain start does at its beginning and a fork would not, or would share."""
    try:
        sys.stdout.flush()
        sys.stderr.flush()
        if os.fstat(1).st_size or os.fstat(2).st_size:
            return 'something is printed at the start of the interpreter'
        if len(os.listdir('/proc/self/task')) > 1:
            return 'threads run from the start of the interpreter on'
        for name in os.listdir('/proc/self/fd'):
            descriptor = int(name)
            if descriptor > 2 and descriptor != control and _is_own(descriptor):
                return 'files are open from the start of the interpreter on'
    except OSError as error:
        return 'the state of the interpreter cannot be read: %s' % error.strerror
    if sys.gettrace() or sys.getprofile():
        return 'a trace function is set at the start of the interpreter'
    return _refuse_foreign(base)


def _is_own(descriptor):
    try:
        return not os.get_inheritable(descriptor)
    except OSError:
        # The one that the folder was listed with.
        return False


def _refuse_foreign(base):
    """Native code that is loaded at the start may hold state, such as that of random numbers, which forks share."""
    library = os.path.dirname(os.__file__) + '/lib-dynload/'
    kind = sys.modules['_frozen_importlib_external'].ExtensionFileLoader
    for name, module in base.items():
        spec = getattr(module, '__spec__', None)
        if type(getattr(spec, 'loader', None)) is kind and not str(spec.origin).startswith(library):
            return 'the native module %s is loaded at the start of the interpreter' % name
    return None


def _say(control, line):
    try:
        os.write(control, line.encode('utf-8', 'replace') + b'\n')
    except OSError:
        # Nobody listens any more; the next read tells.
        pass


def _read_job(control, pending):
    """A line with the length of the head and that of the script, then both."""
    while b'\n' not in pending:
        _read_more(control, pending)
    end = pending.index(b'\n')
    head_length, script_length = map(int, pending[:end].split())
    del pending[: end + 1]
    while len(pending) < head_length + script_length:
        _read_more(control, pending)
    head = bytes(pending[:head_length]).split(b'\0')
    source = bytes(pending[head_length : head_length + script_length])
    pending.clear()
    cwd, out, err, reads, root, command = head[:6]
    return {
        'cwd': cwd,
        'out': out,
        'err': err,
        'reads': reads,
        'root': root,
        'command': command,
        'argv': head[6:],
        'source': source,
    }


def _read_more(control, pending):
    try:
        more = os.read(control, 1 << 16)
    except OSError:
        more = b''
    if not more:
        os._exit(0)
    pending += more


def _prepare(job, control, streams, tools, finish):
    """In the child. It waits for the word of the runner, which by then knows whom to end."""
    os.setsid()
    for target, descriptor in enumerate(streams, 1):
        os.dup2(descriptor, target)
    for descriptor in streams:
        os.close(descriptor)
    argv = [os.fsdecode(argument) for argument in job['argv']]
    script = argv[0]
    code = _compile(job['source'], script)
    try:
        os.chdir(job['cwd'])
        word = os.read(control, 1)
    except OSError:
        word = b''
    if not word:
        os._exit(1)
    os.close(control)
    if code is None:
        _start_plainly(job)
    if tools['head'] is not None:
        sys.orig_argv = tools['head'] + argv
    sys.argv = argv
    sys.path_importer_cache[script] = None
    if not getattr(sys.flags, 'safe_path', False):
        sys.path.insert(0, os.path.dirname(os.path.realpath(script)))
    main = _make_main(script, tools)
    if job['reads']:
        _record_reads(job)
    thread = getattr(sys.modules.get('threading'), '_main_thread', None)
    if hasattr(thread, '_set_native_id'):
        thread._set_native_id()
    if sys.version_info < (3, 12):
        # C calls count there as well, and the chain takes a few of them.
        sys.setrecursionlimit(sys.getrecursionlimit() + (4 if sys.version_info >= (3, 9) else 5))
    return _chain(code, main, tools, finish)


def _compile(source, script):
    """None where only the interpreter itself says what is wrong, or reads the file otherwise than `compile` does."""
    size = os.fstat(2).st_size
    try:
        source.decode()
        if b'\0' in source or b'\r' in source.replace(b'\r\n', b''):
            return None
        first_lines = b'\n'.join(source.split(b'\n', 2)[:2])
        if b'coding' in first_lines and b'utf-8' not in first_lines:
            return None
        return compile(source, script, 'exec', dont_inherit=True)
    except BaseException:
        # A plain start says the same warnings again.
        sys.stderr.flush()
        os.ftruncate(2, size)
        return None


def _start_plainly(job):
    with open('/proc/self/environ', 'rb') as file:
        entries = [entry.partition(b'=') for entry in file.read().split(b'\0') if entry]
    environment = {name: value for name, _, value in entries}
    _, _, rest = environment.pop(b'PYTHONPATH').partition(b':')
    if rest:
        environment[b'PYTHONPATH'] = rest
    os.execve(job['command'], [job['command'], *job['argv']], environment)


def _make_main(script, tools):
    """A new one: what was there before the fork is never collected, nor would be what a script puts into it."""
    old = tools['main'].__dict__
    main = sys.modules['__main__'] = type(sys)('__main__')
    names = main.__dict__
    names.clear()
    names.update(old)
    names['__file__'] = script
    names['__cached__'] = None
    names['__loader__'] = tools['loader']('__main__', script)
    return names


def _record_reads(job):
    """
    Writes down each file below the root that is opened for reading, at once: a script may end in any way. What it has
    written itself before does not count.
    """
    target, root = os.fsdecode(job['reads']), os.fsdecode(job['root']) + '/'
    seen = {target}
    no_read = os.O_WRONLY | os.O_TRUNC
    flags = os.O_WRONLY | os.O_APPEND
    fsencode, fsdecode, getcwd, open_, write, close = os.fsencode, os.fsdecode, os.getcwd, os.open, os.write, os.close

    def record(event, arguments):
        if event != 'open':
            return
        path, _, how = arguments
        try:
            name = path if isinstance(path, str) else fsdecode(path)
            if not name.startswith('/'):
                name = getcwd() + '/' + name
            if name in seen:
                return
            seen.add(name)
            if how & no_read or not (name.startswith(root) or '/../' in name):
                return
            descriptor = open_(target, flags)
            try:
                write(descriptor, fsencode(name) + b'\0')
            finally:
                close(descriptor)
        except BaseException:
            # An open descriptor in the place of a path, or a state in which nothing can be opened.
            pass

    sys.addaudithook(record)


def _chain(code, main, tools, finish):
    """`'{0[0]}{1[0]}'.format` asks each of its dictionaries for a missing item, and that calls a C function."""
    partial, defaultdict = tools['partial'], tools['defaultdict']
    steps = [
        partial(sys.modules.pop, 'runpy', None),
        partial(exec, code, main),
        partial(main.pop, '__file__', None),
        partial(main.pop, '__cached__', None),
        partial(finish.__setitem__, 'ended', True),
    ]
    pattern = ''.join('{%d[0]}' % position for position in range(len(steps)))
    return partial(pattern.format, *[defaultdict(step) for step in steps])
