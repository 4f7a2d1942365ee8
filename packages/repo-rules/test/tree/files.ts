import * as Tree from "../../src/Tree.js"

/** Every file of the project. */
export const files = Tree.read()
