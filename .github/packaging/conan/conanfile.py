import os

from conan import ConanFile
from conan.tools.files import copy


class Gputime(ConanFile):
    name = "gputime"
    version = "0.2.0"
    description = "Times OpenCL work, and says how far to trust the number"
    license = "MIT"
    package_type = "header-library"
    no_copy_source = True

    def requirements(self):
        self.requires("opencl-headers/2023.12.14")
        self.requires("opencl-icd-loader/2023.12.14")

    def export_sources(self):
        root = os.path.join(self.recipe_folder, "..", "..", "..")
        for pattern in ("gputime.h", "gputime_cl.h", "LICENSE", "examples/more/*.[ch]", "examples/tools/calls.h"):
            copy(self, pattern, root, self.export_sources_folder)

    def package(self):
        include = os.path.join(self.package_folder, "include")
        copy(self, "gputime*.h", self.source_folder, include)
        copy(self, "*.[ch]", os.path.join(self.source_folder, "examples", "more"),
             os.path.join(include, "gputime", "more"))
        copy(self, "calls.h", os.path.join(self.source_folder, "examples", "tools"),
             os.path.join(include, "gputime", "tools"))
        copy(self, "LICENSE", self.source_folder, os.path.join(self.package_folder, "licenses"))

    def package_info(self):
        self.cpp_info.bindirs = []
        self.cpp_info.libdirs = []

    def package_id(self):
        self.info.clear()
