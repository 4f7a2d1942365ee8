#!/usr/bin/env node
// Beside what is built, so that an installation of the workspace finds it before there is a build.
import "../dist/cli/main.js"
