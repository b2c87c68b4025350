"""The command ``python checker CERTIFICATE.json``, for the folder in its place or as a copy elsewhere."""

import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

if __name__ == "__main__":
    folder = Path(__file__).resolve().parent
    sys.path[:] = [path for path in sys.path if not path or Path(path).resolve() != folder]  # no module of it shadows
    name = "checker_of_certificates"
    spec = spec_from_file_location(name, folder / "__init__.py", submodule_search_locations=[str(folder)])
    if spec is None or spec.loader is None:
        raise SystemExit(2)
    sys.modules[name] = package = module_from_spec(spec)
    spec.loader.exec_module(package)
    raise SystemExit(package.main(sys.argv[1:]))
