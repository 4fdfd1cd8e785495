# Modules of the standard library that are loaded ahead and stay invisible: the first import of one hands it out with
# everything that its real import would have brought, and nothing else can be told from an interpreter without them.
import builtins
import os
import sys

NAMES = ('json', 're', 'pathlib')


class WarmModules:
    """What was loaded: modules by name in the order in which their imports ended."""

    def __init__(self, modules, closures, attributes, finders):
        self.modules = modules
        self.closures = closures
        self.attributes = attributes
        self.finders = finders
        self.handed_out = set()
        # Never freed, not even at the end of a child: that would copy every page they lie on.
        self.self = self

    def offer(self):
        sys.path_importer_cache.update(self.finders)


def load(base):
    """Loads the modules and hides them again; `offer` makes them available."""
    cached = dict(sys.path_importer_cache)
    others = dict(sys.modules)
    needs = _import_and_watch()
    modules = {name: module for name, module in sys.modules.items() if name not in others}
    closures = {name: _close(name, needs, modules) for name in modules}
    attributes = _hide(modules, others)
    sys.path_importer_cache.clear()
    sys.path_importer_cache.update(cached)
    if 're' in modules:
        modules['re'].purge()
    warm = WarmModules(modules, closures, attributes, {})
    _make_finders(warm)
    return warm


def _import_and_watch():
    """From each module to those that its body imported."""
    needs = {}
    running = []
    original = builtins.__import__
    bootstrap = sys.modules['_frozen_importlib']
    loaders = sys.modules['_frozen_importlib_external']._LoaderBasics
    execute = loaders.exec_module

    def watch_import(name, globals=None, locals=None, fromlist=(), level=0):
        module = original(name, globals, locals, fromlist, level)
        if running:
            found = needs.setdefault(running[-1], set())
            if level:
                name = bootstrap._resolve_name(name, bootstrap._calc___package__(globals), level)
            found.add(name)
            found.update(name + '.' + each for each in fromlist or () if isinstance(each, str))
        return module

    def watch_body(self, module):
        before = set(sys.modules)
        running.append(module.__name__)
        try:
            return execute(self, module)
        finally:
            running.pop()
            needs.setdefault(module.__name__, set()).update(set(sys.modules) - before)

    builtins.__import__ = watch_import
    loaders.exec_module = watch_body
    try:
        for name in NAMES:
            original(name)
    finally:
        builtins.__import__ = original
        loaders.exec_module = execute
    return needs


def _close(name, needs, modules):
    """The module with everything that it brings, in the order in which their imports end."""
    reached = set()
    waiting = [name]
    while waiting:
        each = waiting.pop()
        if each in reached or each not in modules:
            continue
        reached.add(each)
        waiting.extend(needs.get(each, ()))
        parent = each.rpartition('.')[0]
        if parent:
            waiting.append(parent)
    return tuple(each for each in modules if each in reached)


def _hide(modules, others):
    """Takes modules out of `sys.modules` and off their parents; returns the names that were such attributes."""
    attributes = set()
    for name in modules:
        del sys.modules[name]
        parent, _, last = name.rpartition('.')
        holder = modules.get(parent) or others.get(parent)
        if parent and holder is not None and holder.__dict__.get(last) is modules[name]:
            attributes.add(name)
            delattr(holder, last)
    return attributes


def _make_finders(warm):
    """A finder for each folder of the standard library that modules were loaded from."""
    external = sys.modules['_frozen_importlib_external']
    library = os.path.dirname(os.__file__)
    folders = {}
    for name, module in warm.modules.items():
        spec = module.__spec__
        if spec.name != name or type(spec.loader) is not external.SourceFileLoader:
            continue
        folder = os.path.dirname(spec.origin)
        if spec.submodule_search_locations is not None:
            folder = os.path.dirname(folder)
        if folder == library or (folder.startswith(library + '/') and '-packages' not in folder):
            folders.setdefault(folder, set()).add(name)
    loader = _loader_of(warm, external)
    finder = _finder_of(warm, external, loader)
    details = external._get_supported_file_loaders()
    for folder, names in folders.items():
        warm.finders[folder] = finder(folder, *details)
        warm.finders[folder]._warm = names


def _loader_of(warm, external):
    base, mods = external.SourceFileLoader, sys.modules
    specs = {name: module.__spec__ for name, module in warm.modules.items()}

    class SourceFileLoader(base):
        def create_module(self, spec):
            return warm.modules[spec.name]

        def exec_module(self, module):
            name = module.__name__
            module.__spec__ = specs[name]
            module.__loader__ = specs[name].loader
            fresh = [each for each in warm.closures[name] if each not in mods or each == name]
            warm.handed_out.update(fresh)
            for each in fresh:
                mods[each] = warm.modules[each]
            for each in fresh:
                parent, _, last = each.rpartition('.')
                if each in warm.attributes and parent in mods:
                    setattr(mods[parent], last, warm.modules[each])

    SourceFileLoader.__module__ = base.__module__
    SourceFileLoader.__qualname__ = base.__qualname__
    return SourceFileLoader


def _finder_of(warm, external, loader):
    base, bootstrap = external.FileFinder, sys.modules['_frozen_importlib']
    meta_path, mods = list(sys.meta_path), sys.modules
    endings = ('',) + tuple(external.SOURCE_SUFFIXES + external.BYTECODE_SUFFIXES)
    endings += tuple(sys.modules['_imp'].extension_suffixes())
    library = os.path.dirname(os.__file__)

    def is_shadowed(name):
        """Whether a folder that is searched earlier may hold the module."""
        if '.' in name:
            return False
        for entry in sys.path:
            if entry == library:
                return False
            finder = sys.path_importer_cache.get(entry)
            if finder is None:
                continue
            if type(finder) is not base:
                return True
            found = finder._path_cache
            if any(name + ending in found for ending in endings):
                return True
        return True

    def may_hand_out(name):
        if sys.meta_path != meta_path:
            return False
        for each in warm.closures[name]:
            there = mods.get(each)
            if there is None:
                if each in mods or each in warm.handed_out or is_shadowed(each):
                    return False
            elif there is not warm.modules[each]:
                return False
        return True

    class FileFinder(base):
        def find_spec(self, fullname, target=None):
            if fullname not in self._warm or target is not None or not may_hand_out(fullname):
                return base.find_spec(self, fullname, target)
            real = warm.modules[fullname].__spec__
            spec = bootstrap.ModuleSpec(real.name, loader(real.name, real.origin), origin=real.origin)
            spec._set_fileattr = True
            spec.cached = real.cached
            spec.submodule_search_locations = real.submodule_search_locations
            return spec

    FileFinder.__module__ = base.__module__
    FileFinder.__qualname__ = base.__qualname__
    return FileFinder
