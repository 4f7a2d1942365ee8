// All of these wait for most of their time. One after the other they would take the sum of it.
import "./together/outage.js"
import "./together/pauses.js"
import "./together/skews.js"
import "./together/standalone.js"
