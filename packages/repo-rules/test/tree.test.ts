// Both look at every file: it is parsed once.
import "./tree/conformance.js"
import "./tree/house.js"
