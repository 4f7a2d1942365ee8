// All of these wait for most of their time. One after the other they would take the sum of it.
import "./together/estranged.js"
import "./together/outage.js"
