import { createRequire as requireFrom } from "node:module"; const require = requireFrom(import.meta.url);
var __create = Object.create;
var __defProp = Object.defineProperty;
var __getOwnPropDesc = Object.getOwnPropertyDescriptor;
var __getOwnPropNames = Object.getOwnPropertyNames;
var __getProtoOf = Object.getPrototypeOf;
var __hasOwnProp = Object.prototype.hasOwnProperty;
var __commonJS = (cb, mod) => function __require() {
  try {
    return mod || (0, cb[__getOwnPropNames(cb)[0]])((mod = { exports: {} }).exports, mod), mod.exports;
  } catch (e) {
    throw mod = 0, e;
  }
};
var __export = (target, all6) => {
  for (var name in all6)
    __defProp(target, name, { get: all6[name], enumerable: true });
};
var __copyProps = (to, from, except, desc) => {
  if (from && typeof from === "object" || typeof from === "function") {
    for (let key3 of __getOwnPropNames(from))
      if (!__hasOwnProp.call(to, key3) && key3 !== except)
        __defProp(to, key3, { get: () => from[key3], enumerable: !(desc = __getOwnPropDesc(from, key3)) || desc.enumerable });
  }
  return to;
};
var __toESM = (mod, isNodeMode, target) => (target = mod != null ? __create(__getProtoOf(mod)) : {}, __copyProps(
  // If the importer is in node compatibility mode or this is not an ESM
  // file that has been converted to a CommonJS file using a Babel-
  // compatible transform (i.e. "__esModule" has not been set), then set
  // "default" to the CommonJS "module.exports" for node compatibility.
  isNodeMode || !mod || !mod.__esModule ? __defProp(target, "default", { value: mod, enumerable: true }) : target,
  mod
));

// ../../node_modules/.pnpm/ipaddr.js@2.5.0/node_modules/ipaddr.js/lib/ipaddr.js
var require_ipaddr = __commonJS({
  "../../node_modules/.pnpm/ipaddr.js@2.5.0/node_modules/ipaddr.js/lib/ipaddr.js"(exports, module) {
    (function(root) {
      "use strict";
      const ipv4Part = "(0?\\d+|0x[a-f0-9]+)";
      const ipv4Regexes = {
        fourOctet: new RegExp(`^${ipv4Part}\\.${ipv4Part}\\.${ipv4Part}\\.${ipv4Part}$`, "i"),
        threeOctet: new RegExp(`^${ipv4Part}\\.${ipv4Part}\\.${ipv4Part}$`, "i"),
        twoOctet: new RegExp(`^${ipv4Part}\\.${ipv4Part}$`, "i"),
        longValue: new RegExp(`^${ipv4Part}$`, "i")
      };
      const octalRegex = new RegExp(`^0[0-7]+$`, "i");
      const hexRegex = new RegExp(`^0x[a-f0-9]+$`, "i");
      const zoneIndex = "%[0-9a-z]{1,}";
      const ipv6Part = "(?:[0-9a-f]+::?)+";
      const ipv6Regexes = {
        zoneIndex: new RegExp(zoneIndex, "i"),
        "native": new RegExp(`^(::)?(${ipv6Part})?([0-9a-f]+)?(::)?(${zoneIndex})?$`, "i"),
        deprecatedTransitional: new RegExp(`^(?:::)(${ipv4Part}\\.${ipv4Part}\\.${ipv4Part}\\.${ipv4Part}(${zoneIndex})?)$`, "i"),
        transitional: new RegExp(`^((?:${ipv6Part})|(?:::)(?:${ipv6Part})?)${ipv4Part}\\.${ipv4Part}\\.${ipv4Part}\\.${ipv4Part}(${zoneIndex})?$`, "i")
      };
      function expandIPv6(string2, parts2) {
        if (string2.indexOf("::") !== string2.lastIndexOf("::")) {
          return null;
        }
        let colonCount = 0;
        let lastColon = -1;
        let zoneId = (string2.match(ipv6Regexes.zoneIndex) || [])[0];
        let replacement, replacementCount;
        if (zoneId) {
          zoneId = zoneId.substring(1);
          string2 = string2.replace(/%.+$/, "");
        }
        while ((lastColon = string2.indexOf(":", lastColon + 1)) >= 0) {
          colonCount++;
        }
        if (string2.substr(0, 2) === "::") {
          colonCount--;
        }
        if (string2.substr(-2, 2) === "::") {
          colonCount--;
        }
        if (colonCount >= parts2) {
          return null;
        }
        replacementCount = parts2 - colonCount;
        replacement = ":";
        while (replacementCount--) {
          replacement += "0:";
        }
        string2 = string2.replace("::", replacement);
        if (string2[0] === ":") {
          string2 = string2.slice(1);
        }
        if (string2[string2.length - 1] === ":") {
          string2 = string2.slice(0, -1);
        }
        parts2 = (function() {
          const ref = string2.split(":");
          const results = [];
          for (let i = 0; i < ref.length; i++) {
            results.push(ref[i].length > 4 ? NaN : parseInt(ref[i], 16));
          }
          return results;
        })();
        return {
          parts: parts2,
          zoneId
        };
      }
      function matchCIDR(first6, second, partSize, cidrBits) {
        if (first6.length !== second.length) {
          throw new Error("ipaddr: cannot match CIDR for objects with different lengths");
        }
        let part = 0;
        let shift2;
        while (cidrBits > 0) {
          shift2 = partSize - cidrBits;
          if (shift2 < 0) {
            shift2 = 0;
          }
          if (first6[part] >> shift2 !== second[part] >> shift2) {
            return false;
          }
          cidrBits -= partSize;
          part += 1;
        }
        return true;
      }
      function parseIntAuto(string2) {
        if (hexRegex.test(string2)) {
          return parseInt(string2, 16);
        }
        if (string2[0] === "0" && !isNaN(parseInt(string2[1], 10))) {
          if (octalRegex.test(string2)) {
            return parseInt(string2, 8);
          }
          throw new Error(`ipaddr: cannot parse ${string2} as octal`);
        }
        return parseInt(string2, 10);
      }
      function padPart(part, length6) {
        while (part.length < length6) {
          part = `0${part}`;
        }
        return part;
      }
      const ipaddr2 = {};
      ipaddr2.IPv4 = (function() {
        function IPv4(octets) {
          if (octets.length !== 4) {
            throw new Error("ipaddr: ipv4 octet count should be 4");
          }
          let i, octet;
          for (i = 0; i < octets.length; i++) {
            octet = octets[i];
            if (!(0 <= octet && octet <= 255)) {
              throw new Error("ipaddr: ipv4 octet should fit in 8 bits");
            }
          }
          this.octets = octets;
        }
        IPv4.prototype.SpecialRanges = {
          unspecified: [[new IPv4([0, 0, 0, 0]), 8]],
          broadcast: [[new IPv4([255, 255, 255, 255]), 32]],
          // RFC3171
          multicast: [[new IPv4([224, 0, 0, 0]), 4]],
          // RFC3927
          linkLocal: [[new IPv4([169, 254, 0, 0]), 16]],
          // RFC5735
          loopback: [[new IPv4([127, 0, 0, 0]), 8]],
          // RFC6598
          carrierGradeNat: [[new IPv4([100, 64, 0, 0]), 10]],
          // RFC1918
          "private": [
            [new IPv4([10, 0, 0, 0]), 8],
            [new IPv4([172, 16, 0, 0]), 12],
            [new IPv4([192, 168, 0, 0]), 16]
          ],
          // Reserved and testing-only ranges; RFCs 5735, 5737, 2544, 1700
          reserved: [
            [new IPv4([192, 0, 0, 0]), 24],
            [new IPv4([192, 0, 2, 0]), 24],
            [new IPv4([192, 88, 99, 0]), 24],
            [new IPv4([198, 18, 0, 0]), 15],
            [new IPv4([198, 51, 100, 0]), 24],
            [new IPv4([203, 0, 113, 0]), 24],
            [new IPv4([240, 0, 0, 0]), 4]
          ],
          // RFC7534, RFC7535
          as112: [
            [new IPv4([192, 175, 48, 0]), 24],
            [new IPv4([192, 31, 196, 0]), 24]
          ],
          // RFC7450
          amt: [
            [new IPv4([192, 52, 193, 0]), 24]
          ]
        };
        IPv4.prototype.kind = function() {
          return "ipv4";
        };
        IPv4.prototype.match = function(other, cidrRange) {
          let ref;
          if (cidrRange === void 0) {
            ref = other;
            other = ref[0];
            cidrRange = ref[1];
          }
          if (other.kind() !== "ipv4") {
            throw new Error("ipaddr: cannot match ipv4 address with non-ipv4 one");
          }
          return matchCIDR(this.octets, other.octets, 8, cidrRange);
        };
        IPv4.prototype.prefixLengthFromSubnetMask = function() {
          let cidr = 0;
          let stop = false;
          const zerotable = {
            0: 8,
            128: 7,
            192: 6,
            224: 5,
            240: 4,
            248: 3,
            252: 2,
            254: 1,
            255: 0
          };
          let i, octet, zeros;
          for (i = 3; i >= 0; i -= 1) {
            octet = this.octets[i];
            if (octet in zerotable) {
              zeros = zerotable[octet];
              if (stop && zeros !== 0) {
                return null;
              }
              if (zeros !== 8) {
                stop = true;
              }
              cidr += zeros;
            } else {
              return null;
            }
          }
          return 32 - cidr;
        };
        IPv4.prototype.range = function() {
          return ipaddr2.subnetMatch(this, this.SpecialRanges);
        };
        IPv4.prototype.toByteArray = function() {
          return this.octets.slice(0);
        };
        IPv4.prototype.toIPv4MappedAddress = function() {
          return ipaddr2.IPv6.parse(`::ffff:${this.toString()}`);
        };
        IPv4.prototype.toNormalizedString = function() {
          return this.toString();
        };
        IPv4.prototype.toString = function() {
          return this.octets.join(".");
        };
        return IPv4;
      })();
      ipaddr2.IPv4.broadcastAddressFromCIDR = function(string2) {
        try {
          const cidr = this.parseCIDR(string2);
          const ipInterfaceOctets = cidr[0].toByteArray();
          const subnetMaskOctets = this.subnetMaskFromPrefixLength(cidr[1]).toByteArray();
          const octets = [];
          let i = 0;
          while (i < 4) {
            octets.push(parseInt(ipInterfaceOctets[i], 10) | parseInt(subnetMaskOctets[i], 10) ^ 255);
            i++;
          }
          return new this(octets);
        } catch (e) {
          throw new Error("ipaddr: the address does not have IPv4 CIDR format", { cause: e });
        }
      };
      ipaddr2.IPv4.isIPv4 = function(string2) {
        return this.parser(string2) !== null;
      };
      ipaddr2.IPv4.isValid = function(string2) {
        try {
          new this(this.parser(string2));
          return true;
        } catch {
          return false;
        }
      };
      ipaddr2.IPv4.isValidCIDR = function(string2) {
        try {
          this.parseCIDR(string2);
          return true;
        } catch {
          return false;
        }
      };
      ipaddr2.IPv4.isValidFourPartDecimal = function(string2) {
        if (ipaddr2.IPv4.isValid(string2) && string2.match(/^(0|[1-9]\d*)(\.(0|[1-9]\d*)){3}$/)) {
          return true;
        } else {
          return false;
        }
      };
      ipaddr2.IPv4.isValidCIDRFourPartDecimal = function(string2) {
        const match12 = string2.match(/^(.+)\/(\d+)$/);
        if (!ipaddr2.IPv4.isValidCIDR(string2) || !match12) {
          return false;
        }
        return ipaddr2.IPv4.isValidFourPartDecimal(match12[1]);
      };
      ipaddr2.IPv4.networkAddressFromCIDR = function(string2) {
        let cidr, i, ipInterfaceOctets, octets, subnetMaskOctets;
        try {
          cidr = this.parseCIDR(string2);
          ipInterfaceOctets = cidr[0].toByteArray();
          subnetMaskOctets = this.subnetMaskFromPrefixLength(cidr[1]).toByteArray();
          octets = [];
          i = 0;
          while (i < 4) {
            octets.push(parseInt(ipInterfaceOctets[i], 10) & parseInt(subnetMaskOctets[i], 10));
            i++;
          }
          return new this(octets);
        } catch (e) {
          throw new Error("ipaddr: the address does not have IPv4 CIDR format", { cause: e });
        }
      };
      ipaddr2.IPv4.parse = function(string2) {
        const parts2 = this.parser(string2);
        if (parts2 === null) {
          throw new Error("ipaddr: string is not formatted like an IPv4 Address");
        }
        return new this(parts2);
      };
      ipaddr2.IPv4.parseCIDR = function(string2) {
        let match12;
        if (match12 = string2.match(/^(.+)\/(\d+)$/)) {
          const maskLength = parseInt(match12[2]);
          if (maskLength >= 0 && maskLength <= 32) {
            const parsed = [this.parse(match12[1]), maskLength];
            Object.defineProperty(parsed, "toString", {
              value: function() {
                return this.join("/");
              }
            });
            return parsed;
          }
        }
        throw new Error("ipaddr: string is not formatted like an IPv4 CIDR range");
      };
      ipaddr2.IPv4.parser = function(string2) {
        let match12, part, value3;
        if (match12 = string2.match(ipv4Regexes.fourOctet)) {
          return (function() {
            const ref = match12.slice(1, 6);
            const results = [];
            for (let i = 0; i < ref.length; i++) {
              part = ref[i];
              results.push(parseIntAuto(part));
            }
            return results;
          })();
        } else if (match12 = string2.match(ipv4Regexes.longValue)) {
          value3 = parseIntAuto(match12[1]);
          if (value3 > 4294967295 || value3 < 0) {
            throw new Error("ipaddr: address outside defined range");
          }
          return (function() {
            const results = [];
            let shift2;
            for (shift2 = 0; shift2 <= 24; shift2 += 8) {
              results.push(value3 >> shift2 & 255);
            }
            return results;
          })().reverse();
        } else if (match12 = string2.match(ipv4Regexes.twoOctet)) {
          return (function() {
            const ref = match12.slice(1, 4);
            const results = [];
            value3 = parseIntAuto(ref[1]);
            if (value3 > 16777215 || value3 < 0) {
              throw new Error("ipaddr: address outside defined range");
            }
            results.push(parseIntAuto(ref[0]));
            results.push(value3 >> 16 & 255);
            results.push(value3 >> 8 & 255);
            results.push(value3 & 255);
            return results;
          })();
        } else if (match12 = string2.match(ipv4Regexes.threeOctet)) {
          return (function() {
            const ref = match12.slice(1, 5);
            const results = [];
            value3 = parseIntAuto(ref[2]);
            if (value3 > 65535 || value3 < 0) {
              throw new Error("ipaddr: address outside defined range");
            }
            results.push(parseIntAuto(ref[0]));
            results.push(parseIntAuto(ref[1]));
            results.push(value3 >> 8 & 255);
            results.push(value3 & 255);
            return results;
          })();
        } else {
          return null;
        }
      };
      ipaddr2.IPv4.subnetMaskFromPrefixLength = function(prefix) {
        prefix = parseInt(prefix);
        if (Number.isNaN(prefix) || prefix < 0 || prefix > 32) {
          throw new Error("ipaddr: invalid IPv4 prefix length");
        }
        const octets = [0, 0, 0, 0];
        let j = 0;
        const filledOctetCount = Math.floor(prefix / 8);
        while (j < filledOctetCount) {
          octets[j] = 255;
          j++;
        }
        if (filledOctetCount < 4) {
          octets[filledOctetCount] = Math.pow(2, prefix % 8) - 1 << 8 - prefix % 8;
        }
        return new this(octets);
      };
      ipaddr2.IPv6 = (function() {
        function IPv6(parts2, zoneId) {
          let i, part;
          if (parts2.length === 16) {
            this.parts = [];
            for (i = 0; i <= 14; i += 2) {
              this.parts.push(parts2[i] << 8 | parts2[i + 1]);
            }
          } else if (parts2.length === 8) {
            this.parts = parts2;
          } else {
            throw new Error("ipaddr: ipv6 part count should be 8 or 16");
          }
          for (i = 0; i < this.parts.length; i++) {
            part = this.parts[i];
            if (!(0 <= part && part <= 65535)) {
              throw new Error("ipaddr: ipv6 part should fit in 16 bits");
            }
          }
          if (zoneId) {
            this.zoneId = zoneId;
          }
        }
        IPv6.prototype.SpecialRanges = {
          // RFC4291, here and after
          unspecified: [new IPv6([0, 0, 0, 0, 0, 0, 0, 0]), 128],
          linkLocal: [new IPv6([65152, 0, 0, 0, 0, 0, 0, 0]), 10],
          multicast: [new IPv6([65280, 0, 0, 0, 0, 0, 0, 0]), 8],
          loopback: [new IPv6([0, 0, 0, 0, 0, 0, 0, 1]), 128],
          uniqueLocal: [new IPv6([64512, 0, 0, 0, 0, 0, 0, 0]), 7],
          ipv4Mapped: [new IPv6([0, 0, 0, 0, 0, 65535, 0, 0]), 96],
          // RFC3879
          deprecatedSiteLocal: [new IPv6([65216, 0, 0, 0, 0, 0, 0, 0]), 10],
          // RFC6666
          discard: [new IPv6([256, 0, 0, 0, 0, 0, 0, 0]), 64],
          // RFC6145
          rfc6145: [new IPv6([0, 0, 0, 0, 65535, 0, 0, 0]), 96],
          rfc6052: [
            // RFC6052
            [new IPv6([100, 65435, 0, 0, 0, 0, 0, 0]), 96],
            // RFC8215
            [new IPv6([100, 65435, 1, 0, 0, 0, 0, 0]), 48]
          ],
          // RFC3056
          "6to4": [new IPv6([8194, 0, 0, 0, 0, 0, 0, 0]), 16],
          // RFC6052, RFC6146
          teredo: [new IPv6([8193, 0, 0, 0, 0, 0, 0, 0]), 32],
          // RFC5180
          benchmarking: [new IPv6([8193, 2, 0, 0, 0, 0, 0, 0]), 48],
          // RFC7450
          amt: [new IPv6([8193, 3, 0, 0, 0, 0, 0, 0]), 32],
          as112v6: [
            // RFC7535
            [new IPv6([8193, 4, 274, 0, 0, 0, 0, 0]), 48],
            // RFC7534
            [new IPv6([9760, 79, 32768, 0, 0, 0, 0, 0]), 48]
          ],
          // RFC4843
          deprecatedOrchid: [new IPv6([8193, 16, 0, 0, 0, 0, 0, 0]), 28],
          // RFC7343
          orchid2: [new IPv6([8193, 32, 0, 0, 0, 0, 0, 0]), 28],
          // RFC9374
          droneRemoteIdProtocolEntityTags: [new IPv6([8193, 48, 0, 0, 0, 0, 0, 0]), 28],
          // RFC9602
          segmentRouting: [new IPv6([24320, 0, 0, 0, 0, 0, 0, 0]), 16],
          reserved: [
            // RFC3849
            [new IPv6([8193, 0, 0, 0, 0, 0, 0, 0]), 23],
            // RFC2928
            [new IPv6([8193, 3512, 0, 0, 0, 0, 0, 0]), 32],
            // RFC9637
            [new IPv6([16383, 0, 0, 0, 0, 0, 0, 0]), 20]
          ]
        };
        IPv6.prototype.isIPv4MappedAddress = function() {
          return this.range() === "ipv4Mapped";
        };
        IPv6.prototype.kind = function() {
          return "ipv6";
        };
        IPv6.prototype.match = function(other, cidrRange) {
          let ref;
          if (cidrRange === void 0) {
            ref = other;
            other = ref[0];
            cidrRange = ref[1];
          }
          if (other.kind() !== "ipv6") {
            throw new Error("ipaddr: cannot match ipv6 address with non-ipv6 one");
          }
          return matchCIDR(this.parts, other.parts, 16, cidrRange);
        };
        IPv6.prototype.prefixLengthFromSubnetMask = function() {
          let cidr = 0;
          let stop = false;
          const zerotable = {
            0: 16,
            32768: 15,
            49152: 14,
            57344: 13,
            61440: 12,
            63488: 11,
            64512: 10,
            65024: 9,
            65280: 8,
            65408: 7,
            65472: 6,
            65504: 5,
            65520: 4,
            65528: 3,
            65532: 2,
            65534: 1,
            65535: 0
          };
          let part, zeros;
          for (let i = 7; i >= 0; i -= 1) {
            part = this.parts[i];
            if (part in zerotable) {
              zeros = zerotable[part];
              if (stop && zeros !== 0) {
                return null;
              }
              if (zeros !== 16) {
                stop = true;
              }
              cidr += zeros;
            } else {
              return null;
            }
          }
          return 128 - cidr;
        };
        IPv6.prototype.range = function() {
          return ipaddr2.subnetMatch(this, this.SpecialRanges);
        };
        IPv6.prototype.toByteArray = function() {
          let part;
          const bytes = [];
          const ref = this.parts;
          for (let i = 0; i < ref.length; i++) {
            part = ref[i];
            bytes.push(part >> 8);
            bytes.push(part & 255);
          }
          return bytes;
        };
        IPv6.prototype.toFixedLengthString = function() {
          const addr = (function() {
            const results = [];
            for (let i = 0; i < this.parts.length; i++) {
              results.push(padPart(this.parts[i].toString(16), 4));
            }
            return results;
          }).call(this).join(":");
          let suffix = "";
          if (this.zoneId) {
            suffix = `%${this.zoneId}`;
          }
          return addr + suffix;
        };
        IPv6.prototype.toIPv4Address = function() {
          if (!this.isIPv4MappedAddress()) {
            throw new Error("ipaddr: trying to convert a generic ipv6 address to ipv4");
          }
          const ref = this.parts.slice(-2);
          const high = ref[0];
          const low = ref[1];
          return new ipaddr2.IPv4([high >> 8, high & 255, low >> 8, low & 255]);
        };
        IPv6.prototype.toNormalizedString = function() {
          const addr = (function() {
            const results = [];
            for (let i = 0; i < this.parts.length; i++) {
              results.push(this.parts[i].toString(16));
            }
            return results;
          }).call(this).join(":");
          let suffix = "";
          if (this.zoneId) {
            suffix = `%${this.zoneId}`;
          }
          return addr + suffix;
        };
        IPv6.prototype.toRFC5952String = function() {
          const regex = /((^|:)(0(:|$)){2,})/g;
          let suffix = "";
          if (this.zoneId) {
            suffix = `%${this.zoneId}`;
          }
          const normalized = this.toNormalizedString();
          const string2 = normalized.slice(0, normalized.length - suffix.length);
          let bestMatchIndex = 0;
          let bestMatchLength = -1;
          let bestMatchGroups = -1;
          let match12;
          while (match12 = regex.exec(string2)) {
            const groups = (match12[0].match(/0/g) || []).length;
            if (groups > bestMatchGroups) {
              bestMatchGroups = groups;
              bestMatchIndex = match12.index;
              bestMatchLength = match12[0].length;
            }
          }
          if (bestMatchLength < 0) {
            return string2 + suffix;
          }
          return `${string2.substring(0, bestMatchIndex)}::${string2.substring(bestMatchIndex + bestMatchLength)}${suffix}`;
        };
        IPv6.prototype.toString = function() {
          return this.toRFC5952String();
        };
        return IPv6;
      })();
      ipaddr2.IPv6.broadcastAddressFromCIDR = function(string2) {
        try {
          const cidr = this.parseCIDR(string2);
          const ipInterfaceOctets = cidr[0].toByteArray();
          const subnetMaskOctets = this.subnetMaskFromPrefixLength(cidr[1]).toByteArray();
          const octets = [];
          let i = 0;
          while (i < 16) {
            octets.push(parseInt(ipInterfaceOctets[i], 10) | parseInt(subnetMaskOctets[i], 10) ^ 255);
            i++;
          }
          return new this(octets);
        } catch (e) {
          throw new Error("ipaddr: the address does not have IPv6 CIDR format", { cause: e });
        }
      };
      ipaddr2.IPv6.isIPv6 = function(string2) {
        return this.parser(string2) !== null;
      };
      ipaddr2.IPv6.isValid = function(string2) {
        if (typeof string2 === "string" && string2.indexOf(":") === -1) {
          return false;
        }
        try {
          const addr = this.parser(string2);
          new this(addr.parts, addr.zoneId);
          return true;
        } catch {
          return false;
        }
      };
      ipaddr2.IPv6.isValidCIDR = function(string2) {
        if (typeof string2 === "string" && string2.indexOf(":") === -1) {
          return false;
        }
        try {
          this.parseCIDR(string2);
          return true;
        } catch {
          return false;
        }
      };
      ipaddr2.IPv6.networkAddressFromCIDR = function(string2) {
        let cidr, i, ipInterfaceOctets, octets, subnetMaskOctets;
        try {
          cidr = this.parseCIDR(string2);
          ipInterfaceOctets = cidr[0].toByteArray();
          subnetMaskOctets = this.subnetMaskFromPrefixLength(cidr[1]).toByteArray();
          octets = [];
          i = 0;
          while (i < 16) {
            octets.push(parseInt(ipInterfaceOctets[i], 10) & parseInt(subnetMaskOctets[i], 10));
            i++;
          }
          return new this(octets);
        } catch (e) {
          throw new Error("ipaddr: the address does not have IPv6 CIDR format", { cause: e });
        }
      };
      ipaddr2.IPv6.parse = function(string2) {
        const addr = this.parser(string2);
        if (addr === null) {
          throw new Error("ipaddr: string is not formatted like an IPv6 Address");
        }
        return new this(addr.parts, addr.zoneId);
      };
      ipaddr2.IPv6.parseCIDR = function(string2) {
        let maskLength, match12, parsed;
        if (match12 = string2.match(/^(.+)\/(\d+)$/)) {
          maskLength = parseInt(match12[2]);
          if (maskLength >= 0 && maskLength <= 128) {
            parsed = [this.parse(match12[1]), maskLength];
            Object.defineProperty(parsed, "toString", {
              value: function() {
                return this.join("/");
              }
            });
            return parsed;
          }
        }
        throw new Error("ipaddr: string is not formatted like an IPv6 CIDR range");
      };
      ipaddr2.IPv6.parser = function(string2) {
        let addr, i, match12, octet, octets, zoneId;
        if (match12 = string2.match(ipv6Regexes.deprecatedTransitional)) {
          return this.parser(`::ffff:${match12[1]}`);
        }
        if (ipv6Regexes.native.test(string2)) {
          return expandIPv6(string2, 8);
        }
        if (match12 = string2.match(ipv6Regexes.transitional)) {
          zoneId = match12[6] || "";
          addr = match12[1];
          if (!match12[1].endsWith("::")) {
            addr = addr.slice(0, -1);
          }
          addr = expandIPv6(addr + zoneId, 6);
          if (addr && addr.parts) {
            octets = [
              parseInt(match12[2]),
              parseInt(match12[3]),
              parseInt(match12[4]),
              parseInt(match12[5])
            ];
            for (i = 0; i < octets.length; i++) {
              octet = octets[i];
              if (!(0 <= octet && octet <= 255)) {
                return null;
              }
            }
            addr.parts.push(octets[0] << 8 | octets[1]);
            addr.parts.push(octets[2] << 8 | octets[3]);
            return {
              parts: addr.parts,
              zoneId: addr.zoneId
            };
          }
        }
        return null;
      };
      ipaddr2.IPv6.subnetMaskFromPrefixLength = function(prefix) {
        prefix = parseInt(prefix);
        if (Number.isNaN(prefix) || prefix < 0 || prefix > 128) {
          throw new Error("ipaddr: invalid IPv6 prefix length");
        }
        const octets = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
        let j = 0;
        const filledOctetCount = Math.floor(prefix / 8);
        while (j < filledOctetCount) {
          octets[j] = 255;
          j++;
        }
        if (filledOctetCount < 16) {
          octets[filledOctetCount] = Math.pow(2, prefix % 8) - 1 << 8 - prefix % 8;
        }
        return new this(octets);
      };
      ipaddr2.fromByteArray = function(bytes) {
        const length6 = bytes.length;
        if (length6 === 4) {
          return new ipaddr2.IPv4(bytes);
        } else if (length6 === 16) {
          return new ipaddr2.IPv6(bytes);
        } else {
          throw new Error("ipaddr: the binary input is neither an IPv6 nor IPv4 address");
        }
      };
      ipaddr2.isValid = function(string2) {
        return ipaddr2.IPv6.isValid(string2) || ipaddr2.IPv4.isValid(string2);
      };
      ipaddr2.isValidCIDR = function(string2) {
        return ipaddr2.IPv6.isValidCIDR(string2) || ipaddr2.IPv4.isValidCIDR(string2);
      };
      ipaddr2.parse = function(string2) {
        if (ipaddr2.IPv6.isValid(string2)) {
          return ipaddr2.IPv6.parse(string2);
        } else if (ipaddr2.IPv4.isValid(string2)) {
          return ipaddr2.IPv4.parse(string2);
        } else {
          throw new Error("ipaddr: the address has neither IPv6 nor IPv4 format");
        }
      };
      ipaddr2.parseCIDR = function(string2) {
        try {
          return ipaddr2.IPv6.parseCIDR(string2);
        } catch {
          try {
            return ipaddr2.IPv4.parseCIDR(string2);
          } catch (e) {
            throw new Error("ipaddr: the address has neither IPv6 nor IPv4 CIDR format", { cause: e });
          }
        }
      };
      ipaddr2.process = function(string2) {
        const addr = this.parse(string2);
        if (addr.kind() === "ipv6" && addr.isIPv4MappedAddress()) {
          return addr.toIPv4Address();
        } else {
          return addr;
        }
      };
      ipaddr2.subnetMatch = function(address2, rangeList, defaultName) {
        let i, rangeName, rangeSubnets, subnet;
        if (defaultName === void 0 || defaultName === null) {
          defaultName = "unicast";
        }
        for (rangeName in rangeList) {
          if (Object.prototype.hasOwnProperty.call(rangeList, rangeName)) {
            rangeSubnets = rangeList[rangeName];
            if (rangeSubnets[0] && !(rangeSubnets[0] instanceof Array)) {
              rangeSubnets = [rangeSubnets];
            }
            for (i = 0; i < rangeSubnets.length; i++) {
              subnet = rangeSubnets[i];
              if (address2.kind() === subnet[0].kind() && address2.match.apply(address2, subnet)) {
                return rangeName;
              }
            }
          }
        }
        return defaultName;
      };
      if (typeof module !== "undefined" && module.exports) {
        module.exports = ipaddr2;
      } else {
        root.ipaddr = ipaddr2;
      }
    })(exports);
  }
});

// ../../node_modules/.pnpm/effect@3.22.4/node_modules/effect/dist/esm/Function.js
var isFunction = (input) => typeof input === "function";
var dual = function(arity, body2) {
  if (typeof arity === "function") {
    return function() {
      if (arity(arguments)) {
        return body2.apply(this, arguments);
      }
      return (self) => body2(self, ...arguments);
    };
  }
  switch (arity) {
    case 0:
    case 1:
      throw new RangeError(`Invalid arity ${arity}`);
    case 2:
      return function(a, b) {
        if (arguments.length >= 2) {
          return body2(a, b);
        }
        return function(self) {
          return body2(self, a);
        };
      };
    case 3:
      return function(a, b, c) {
        if (arguments.length >= 3) {
          return body2(a, b, c);
        }
        return function(self) {
          return body2(self, a, b);
        };
      };
    case 4:
      return function(a, b, c, d) {
        if (arguments.length >= 4) {
          return body2(a, b, c, d);
        }
        return function(self) {
          return body2(self, a, b, c);
        };
      };
    case 5:
      return function(a, b, c, d, e) {
        if (arguments.length >= 5) {
          return body2(a, b, c, d, e);
        }
        return function(self) {
          return body2(self, a, b, c, d);
        };
      };
    default:
      return function() {
        if (arguments.length >= arity) {
          return body2.apply(this, arguments);
        }
        const args2 = arguments;
        return function(self) {
          return body2(self, ...args2);
        };
      };
  }
};
var identity = (a) => a;
var constant = (value3) => () => value3;
var constTrue = /* @__PURE__ */ constant(true);
var constFalse = /* @__PURE__ */ constant(false);
var constUndefined = /* @__PURE__ */ constant(void 0);
var constVoid = constUndefined;
function pipe(a, ab, bc, cd, de, ef, fg, gh, hi) {
  switch (arguments.length) {
    case 1:
      return a;
    case 2:
      return ab(a);
    case 3:
      return bc(ab(a));
    case 4:
      return cd(bc(ab(a)));
    case 5:
      return de(cd(bc(ab(a))));
    case 6:
      return ef(de(cd(bc(ab(a)))));
    case 7:
      return fg(ef(de(cd(bc(ab(a))))));
    case 8:
      return gh(fg(ef(de(cd(bc(ab(a)))))));
    case 9:
      return hi(gh(fg(ef(de(cd(bc(ab(a))))))));
    default: {
      let ret = arguments[0];
      for (let i = 1; i < arguments.length; i++) {
        ret = arguments[i](ret);
      }
      return ret;
    }
  }
}

// ../../node_modules/.pnpm/effect@3.22.4/node_modules/effect/dist/esm/GlobalValue.js
var globalStoreId = `effect/GlobalValue`;
var globalStore;
var globalValue = (id2, compute) => {
  if (!globalStore) {
    globalThis[globalStoreId] ??= /* @__PURE__ */ new Map();
    globalStore = globalThis[globalStoreId];
  }
  if (!globalStore.has(id2)) {
    globalStore.set(id2, compute());
  }
  return globalStore.get(id2);
};

// ../../node_modules/.pnpm/effect@3.22.4/node_modules/effect/dist/esm/Predicate.js
var isString = (input) => typeof input === "string";
var isNumber = (input) => typeof input === "number";
var isBoolean = (input) => typeof input === "boolean";
var isBigInt = (input) => typeof input === "bigint";
var isSymbol = (input) => typeof input === "symbol";
var isFunction2 = isFunction;
var isUndefined = (input) => input === void 0;
var isNotUndefined = (input) => input !== void 0;
var isNotNull = (input) => input !== null;
var isNever = (_) => false;
var isRecordOrArray = (input) => typeof input === "object" && input !== null;
var isObject = (input) => isRecordOrArray(input) || isFunction2(input);
var hasProperty = /* @__PURE__ */ dual(2, (self, property) => isObject(self) && property in self);
var isTagged = /* @__PURE__ */ dual(2, (self, tag) => hasProperty(self, "_tag") && self["_tag"] === tag);
var isNullable = (input) => input === null || input === void 0;
var isNotNullable = (input) => input !== null && input !== void 0;
var isDate = (input) => input instanceof Date;
var isIterable = (input) => typeof input === "string" || hasProperty(input, Symbol.iterator);
var isRecord = (input) => isRecordOrArray(input) && !Array.isArray(input);
var isPromiseLike = (input) => hasProperty(input, "then") && isFunction2(input.then);

// ../../node_modules/.pnpm/effect@3.22.4/node_modules/effect/dist/esm/internal/errors.js
var getBugErrorMessage = (message2) => `BUG: ${message2} - please report an issue at https://github.com/Effect-TS/effect/issues`;

// ../../node_modules/.pnpm/effect@3.22.4/node_modules/effect/dist/esm/Utils.js
var GenKindTypeId = /* @__PURE__ */ Symbol.for("effect/Gen/GenKind");
var GenKindImpl = class {
  value;
  constructor(value3) {
    this.value = value3;
  }
  /**
   * @since 2.0.0
   */
  get _F() {
    return identity;
  }
  /**
   * @since 2.0.0
   */
  get _R() {
    return (_) => _;
  }
  /**
   * @since 2.0.0
   */
  get _O() {
    return (_) => _;
  }
  /**
   * @since 2.0.0
   */
  get _E() {
    return (_) => _;
  }
  /**
   * @since 2.0.0
   */
  [GenKindTypeId] = GenKindTypeId;
  /**
   * @since 2.0.0
   */
  [Symbol.iterator]() {
    return new SingleShotGen(this);
  }
};
var SingleShotGen = class _SingleShotGen {
  self;
  called = false;
  constructor(self) {
    this.self = self;
  }
  /**
   * @since 2.0.0
   */
  next(a) {
    return this.called ? {
      value: a,
      done: true
    } : (this.called = true, {
      value: this.self,
      done: false
    });
  }
  /**
   * @since 2.0.0
   */
  return(a) {
    return {
      value: a,
      done: true
    };
  }
  /**
   * @since 2.0.0
   */
  throw(e) {
    throw e;
  }
  /**
   * @since 2.0.0
   */
  [Symbol.iterator]() {
    return new _SingleShotGen(this.self);
  }
};
var defaultIncHi = 335903614;
var defaultIncLo = 4150755663;
var MUL_HI = 1481765933 >>> 0;
var MUL_LO = 1284865837 >>> 0;
var BIT_53 = 9007199254740992;
var BIT_27 = 134217728;
var PCGRandom = class {
  _state;
  constructor(seedHi, seedLo, incHi, incLo) {
    if (isNullable(seedLo) && isNullable(seedHi)) {
      seedLo = Math.random() * 4294967295 >>> 0;
      seedHi = 0;
    } else if (isNullable(seedLo)) {
      seedLo = seedHi;
      seedHi = 0;
    }
    if (isNullable(incLo) && isNullable(incHi)) {
      incLo = this._state ? this._state[3] : defaultIncLo;
      incHi = this._state ? this._state[2] : defaultIncHi;
    } else if (isNullable(incLo)) {
      incLo = incHi;
      incHi = 0;
    }
    this._state = new Int32Array([0, 0, incHi >>> 0, ((incLo || 0) | 1) >>> 0]);
    this._next();
    add64(this._state, this._state[0], this._state[1], seedHi >>> 0, seedLo >>> 0);
    this._next();
    return this;
  }
  /**
   * Returns a copy of the internal state of this random number generator as a
   * JavaScript Array.
   *
   * @category getters
   * @since 2.0.0
   */
  getState() {
    return [this._state[0], this._state[1], this._state[2], this._state[3]];
  }
  /**
   * Restore state previously retrieved using `getState()`.
   *
   * @since 2.0.0
   */
  setState(state) {
    this._state[0] = state[0];
    this._state[1] = state[1];
    this._state[2] = state[2];
    this._state[3] = state[3] | 1;
  }
  /**
   * Get a uniformly distributed 32 bit integer between [0, max).
   *
   * @category getter
   * @since 2.0.0
   */
  integer(max4) {
    return Math.round(this.number() * Number.MAX_SAFE_INTEGER) % max4;
  }
  /**
   * Get a uniformly distributed IEEE-754 double between 0.0 and 1.0, with
   * 53 bits of precision (every bit of the mantissa is randomized).
   *
   * @category getters
   * @since 2.0.0
   */
  number() {
    const hi = (this._next() & 67108863) * 1;
    const lo = (this._next() & 134217727) * 1;
    return (hi * BIT_27 + lo) / BIT_53;
  }
  /** @internal */
  _next() {
    const oldHi = this._state[0] >>> 0;
    const oldLo = this._state[1] >>> 0;
    mul64(this._state, oldHi, oldLo, MUL_HI, MUL_LO);
    add64(this._state, this._state[0], this._state[1], this._state[2], this._state[3]);
    let xsHi = oldHi >>> 18;
    let xsLo = (oldLo >>> 18 | oldHi << 14) >>> 0;
    xsHi = (xsHi ^ oldHi) >>> 0;
    xsLo = (xsLo ^ oldLo) >>> 0;
    const xorshifted = (xsLo >>> 27 | xsHi << 5) >>> 0;
    const rot = oldHi >>> 27;
    const rot2 = (-rot >>> 0 & 31) >>> 0;
    return (xorshifted >>> rot | xorshifted << rot2) >>> 0;
  }
};
function mul64(out2, aHi, aLo, bHi, bLo) {
  let c1 = (aLo >>> 16) * (bLo & 65535) >>> 0;
  let c0 = (aLo & 65535) * (bLo >>> 16) >>> 0;
  let lo = (aLo & 65535) * (bLo & 65535) >>> 0;
  let hi = (aLo >>> 16) * (bLo >>> 16) + ((c0 >>> 16) + (c1 >>> 16)) >>> 0;
  c0 = c0 << 16 >>> 0;
  lo = lo + c0 >>> 0;
  if (lo >>> 0 < c0 >>> 0) {
    hi = hi + 1 >>> 0;
  }
  c1 = c1 << 16 >>> 0;
  lo = lo + c1 >>> 0;
  if (lo >>> 0 < c1 >>> 0) {
    hi = hi + 1 >>> 0;
  }
  hi = hi + Math.imul(aLo, bHi) >>> 0;
  hi = hi + Math.imul(aHi, bLo) >>> 0;
  out2[0] = hi;
  out2[1] = lo;
}
function add64(out2, aHi, aLo, bHi, bLo) {
  let hi = aHi + bHi >>> 0;
  const lo = aLo + bLo >>> 0;
  if (lo >>> 0 < aLo >>> 0) {
    hi = hi + 1 | 0;
  }
  out2[0] = hi;
  out2[1] = lo;
}
var YieldWrapTypeId = /* @__PURE__ */ Symbol.for("effect/Utils/YieldWrap");
var YieldWrap = class {
  /**
   * @since 3.0.6
   */
  #value;
  constructor(value3) {
    this.#value = value3;
  }
  /**
   * @since 3.0.6
   */
  [YieldWrapTypeId]() {
    return this.#value;
  }
};
function yieldWrapGet(self) {
  if (typeof self === "object" && self !== null && YieldWrapTypeId in self) {
    return self[YieldWrapTypeId]();
  }
  throw new Error(getBugErrorMessage("yieldWrapGet"));
}
var structuralRegionState = /* @__PURE__ */ globalValue("effect/Utils/isStructuralRegion", () => ({
  enabled: false,
  tester: void 0
}));
var standard = {
  effect_internal_function: (body2) => {
    return body2();
  }
};
var forced = {
  effect_internal_function: (body2) => {
    try {
      return body2();
    } finally {
    }
  }
};
var isNotOptimizedAway = /* @__PURE__ */ standard.effect_internal_function(() => new Error().stack)?.includes("effect_internal_function") === true;
var internalCall = isNotOptimizedAway ? standard.effect_internal_function : forced.effect_internal_function;
var genConstructor = function* () {
}.constructor;
var isGeneratorFunction = (u) => isObject(u) && u.constructor === genConstructor;

// ../../node_modules/.pnpm/effect@3.22.4/node_modules/effect/dist/esm/Hash.js
var randomHashCache = /* @__PURE__ */ globalValue(/* @__PURE__ */ Symbol.for("effect/Hash/randomHashCache"), () => /* @__PURE__ */ new WeakMap());
var symbol = /* @__PURE__ */ Symbol.for("effect/Hash");
var hash = (self) => {
  if (structuralRegionState.enabled === true) {
    return 0;
  }
  switch (typeof self) {
    case "number":
      return number(self);
    case "bigint":
      return string(self.toString(10));
    case "boolean":
      return string(String(self));
    case "symbol":
      return string(String(self));
    case "string":
      return string(self);
    case "undefined":
      return string("undefined");
    case "function":
    case "object": {
      if (self === null) {
        return string("null");
      } else if (self instanceof Date) {
        if (Number.isNaN(self.getTime())) {
          return string("Invalid Date");
        }
        return hash(self.toISOString());
      } else if (self instanceof URL) {
        return hash(self.href);
      } else if (isHash(self)) {
        return self[symbol]();
      } else {
        return random(self);
      }
    }
    default:
      throw new Error(`BUG: unhandled typeof ${typeof self} - please report an issue at https://github.com/Effect-TS/effect/issues`);
  }
};
var random = (self) => {
  if (!randomHashCache.has(self)) {
    randomHashCache.set(self, number(Math.floor(Math.random() * Number.MAX_SAFE_INTEGER)));
  }
  return randomHashCache.get(self);
};
var combine = (b) => (self) => self * 53 ^ b;
var optimize = (n2) => n2 & 3221225471 | n2 >>> 1 & 1073741824;
var isHash = (u) => hasProperty(u, symbol);
var number = (n2) => {
  if (n2 !== n2 || n2 === Infinity) {
    return 0;
  }
  let h = n2 | 0;
  if (h !== n2) {
    h ^= n2 * 4294967295;
  }
  while (n2 > 4294967295) {
    h ^= n2 /= 4294967295;
  }
  return optimize(h);
};
var string = (str) => {
  let h = 5381, i = str.length;
  while (i) {
    h = h * 33 ^ str.charCodeAt(--i);
  }
  return optimize(h);
};
var structureKeys = (o, keys5) => {
  let h = 12289;
  for (let i = 0; i < keys5.length; i++) {
    h ^= pipe(string(keys5[i]), combine(hash(o[keys5[i]])));
  }
  return optimize(h);
};
var structure = (o) => structureKeys(o, Object.keys(o));
var array = (arr) => {
  let h = 6151;
  for (let i = 0; i < arr.length; i++) {
    h = pipe(h, combine(hash(arr[i])));
  }
  return optimize(h);
};
var cached = function() {
  if (arguments.length === 1) {
    const self2 = arguments[0];
    return function(hash4) {
      Object.defineProperty(self2, symbol, {
        value() {
          return hash4;
        },
        enumerable: false
      });
      return hash4;
    };
  }
  const self = arguments[0];
  const hash3 = arguments[1];
  Object.defineProperty(self, symbol, {
    value() {
      return hash3;
    },
    enumerable: false
  });
  return hash3;
};

// ../../node_modules/.pnpm/effect@3.22.4/node_modules/effect/dist/esm/Equal.js
var symbol2 = /* @__PURE__ */ Symbol.for("effect/Equal");
function equals() {
  if (arguments.length === 1) {
    return (self) => compareBoth(self, arguments[0]);
  }
  return compareBoth(arguments[0], arguments[1]);
}
function compareBoth(self, that) {
  if (self === that) {
    return true;
  }
  const selfType = typeof self;
  if (selfType !== typeof that) {
    return false;
  }
  if (selfType === "object" || selfType === "function") {
    if (self !== null && that !== null) {
      if (isEqual(self) && isEqual(that)) {
        if (hash(self) === hash(that) && self[symbol2](that)) {
          return true;
        } else {
          return structuralRegionState.enabled && structuralRegionState.tester ? structuralRegionState.tester(self, that) : false;
        }
      } else if (self instanceof Date && that instanceof Date) {
        const t1 = self.getTime();
        const t2 = that.getTime();
        return t1 === t2 || Number.isNaN(t1) && Number.isNaN(t2);
      } else if (self instanceof URL && that instanceof URL) {
        return self.href === that.href;
      }
    }
    if (structuralRegionState.enabled) {
      if (self === null || that === null) {
        return false;
      }
      if (Array.isArray(self) && Array.isArray(that)) {
        return self.length === that.length && self.every((v, i) => compareBoth(v, that[i]));
      }
      if (Object.getPrototypeOf(self) === Object.prototype && Object.getPrototypeOf(that) === Object.prototype) {
        const keysSelf = Object.keys(self);
        const keysThat = Object.keys(that);
        if (keysSelf.length === keysThat.length) {
          for (const key3 of keysSelf) {
            if (!(key3 in that && compareBoth(self[key3], that[key3]))) {
              return structuralRegionState.tester ? structuralRegionState.tester(self, that) : false;
            }
          }
          return true;
        }
      }
      return structuralRegionState.tester ? structuralRegionState.tester(self, that) : false;
    }
  }
  return structuralRegionState.enabled && structuralRegionState.tester ? structuralRegionState.tester(self, that) : false;
}
var isEqual = (u) => hasProperty(u, symbol2);
var equivalence = () => equals;

// ../../node_modules/.pnpm/effect@3.22.4/node_modules/effect/dist/esm/Inspectable.js
var NodeInspectSymbol = /* @__PURE__ */ Symbol.for("nodejs.util.inspect.custom");
var toJSON = (x) => {
  try {
    if (hasProperty(x, "toJSON") && isFunction2(x["toJSON"]) && x["toJSON"].length === 0) {
      return x.toJSON();
    } else if (Array.isArray(x)) {
      return x.map(toJSON);
    }
  } catch {
    return {};
  }
  return redact(x);
};
var CIRCULAR = "[Circular]";
function formatDate(date) {
  try {
    return date.toISOString();
  } catch {
    return "Invalid Date";
  }
}
function safeToString(input) {
  try {
    const s = input.toString();
    return typeof s === "string" ? s : String(s);
  } catch {
    return "[toString threw]";
  }
}
function formatPropertyKey(name) {
  return isString(name) ? JSON.stringify(name) : String(name);
}
function formatUnknown(input, options2) {
  const space = options2?.space ?? 0;
  const seen = /* @__PURE__ */ new WeakSet();
  const gap = !space ? "" : isNumber(space) ? " ".repeat(space) : space;
  const ind = (d) => gap.repeat(d);
  const wrap = (v, body2) => {
    const ctor = v?.constructor;
    return ctor && ctor !== Object.prototype.constructor && ctor.name ? `${ctor.name}(${body2})` : body2;
  };
  const ownKeys = (o) => {
    try {
      return Reflect.ownKeys(o);
    } catch {
      return ["[ownKeys threw]"];
    }
  };
  function go2(v, d = 0) {
    if (Array.isArray(v)) {
      if (seen.has(v)) return CIRCULAR;
      seen.add(v);
      if (!gap || v.length <= 1) return `[${v.map((x) => go2(x, d)).join(",")}]`;
      const inner = v.map((x) => go2(x, d + 1)).join(",\n" + ind(d + 1));
      return `[
${ind(d + 1)}${inner}
${ind(d)}]`;
    }
    if (isDate(v)) return formatDate(v);
    if (!options2?.ignoreToString && hasProperty(v, "toString") && isFunction2(v["toString"]) && v["toString"] !== Object.prototype.toString && v["toString"] !== Array.prototype.toString) {
      const s = safeToString(v);
      if (v instanceof Error && v.cause) {
        return `${s} (cause: ${go2(v.cause, d)})`;
      }
      return s;
    }
    if (isString(v)) return JSON.stringify(v);
    if (isNumber(v) || v == null || isBoolean(v) || isSymbol(v)) return String(v);
    if (isBigInt(v)) return String(v) + "n";
    if (v instanceof Set || v instanceof Map) {
      if (seen.has(v)) return CIRCULAR;
      seen.add(v);
      return `${v.constructor.name}(${go2(Array.from(v), d)})`;
    }
    if (isObject(v)) {
      if (seen.has(v)) return CIRCULAR;
      seen.add(v);
      const keys5 = ownKeys(v);
      if (!gap || keys5.length <= 1) {
        const body3 = `{${keys5.map((k) => `${formatPropertyKey(k)}:${go2(v[k], d)}`).join(",")}}`;
        return wrap(v, body3);
      }
      const body2 = `{
${keys5.map((k) => `${ind(d + 1)}${formatPropertyKey(k)}: ${go2(v[k], d + 1)}`).join(",\n")}
${ind(d)}}`;
      return wrap(v, body2);
    }
    return String(v);
  }
  return go2(input, 0);
}
var format = (x) => JSON.stringify(x, null, 2);
var BaseProto = {
  toJSON() {
    return toJSON(this);
  },
  [NodeInspectSymbol]() {
    return this.toJSON();
  },
  toString() {
    return format(this.toJSON());
  }
};
var Class = class {
  /**
   * @since 2.0.0
   */
  [NodeInspectSymbol]() {
    return this.toJSON();
  }
  /**
   * @since 2.0.0
   */
  toString() {
    return format(this.toJSON());
  }
};
var toStringUnknown = (u, whitespace = 2) => {
  if (typeof u === "string") {
    return u;
  }
  try {
    return typeof u === "object" ? stringifyCircular(u, whitespace) : String(u);
  } catch {
    return String(u);
  }
};
var stringifyCircular = (obj, whitespace) => {
  let cache = [];
  const retVal = JSON.stringify(obj, (_key, value3) => typeof value3 === "object" && value3 !== null ? cache.includes(value3) ? void 0 : cache.push(value3) && (redactableState.fiberRefs !== void 0 && isRedactable(value3) ? value3[symbolRedactable](redactableState.fiberRefs) : value3) : value3, whitespace);
  cache = void 0;
  return retVal;
};
var symbolRedactable = /* @__PURE__ */ Symbol.for("effect/Inspectable/Redactable");
var isRedactable = (u) => typeof u === "object" && u !== null && symbolRedactable in u;
var redactableState = /* @__PURE__ */ globalValue("effect/Inspectable/redactableState", () => ({
  fiberRefs: void 0
}));
var withRedactableContext = (context3, f2) => {
  const prev = redactableState.fiberRefs;
  redactableState.fiberRefs = context3;
  try {
    return f2();
  } finally {
    redactableState.fiberRefs = prev;
  }
};
var redact = (u) => {
  if (isRedactable(u) && redactableState.fiberRefs !== void 0) {
    return u[symbolRedactable](redactableState.fiberRefs);
  }
  return u;
};

// ../../node_modules/.pnpm/effect@3.22.4/node_modules/effect/dist/esm/Pipeable.js
var pipeArguments = (self, args2) => {
  switch (args2.length) {
    case 0:
      return self;
    case 1:
      return args2[0](self);
    case 2:
      return args2[1](args2[0](self));
    case 3:
      return args2[2](args2[1](args2[0](self)));
    case 4:
      return args2[3](args2[2](args2[1](args2[0](self))));
    case 5:
      return args2[4](args2[3](args2[2](args2[1](args2[0](self)))));
    case 6:
      return args2[5](args2[4](args2[3](args2[2](args2[1](args2[0](self))))));
    case 7:
      return args2[6](args2[5](args2[4](args2[3](args2[2](args2[1](args2[0](self)))))));
    case 8:
      return args2[7](args2[6](args2[5](args2[4](args2[3](args2[2](args2[1](args2[0](self))))))));
    case 9:
      return args2[8](args2[7](args2[6](args2[5](args2[4](args2[3](args2[2](args2[1](args2[0](self)))))))));
    default: {
      let ret = self;
      for (let i = 0, len = args2.length; i < len; i++) {
        ret = args2[i](ret);
      }
      return ret;
    }
  }
};

// ../../node_modules/.pnpm/effect@3.22.4/node_modules/effect/dist/esm/internal/opCodes/effect.js
var OP_ASYNC = "Async";
var OP_COMMIT = "Commit";
var OP_FAILURE = "Failure";
var OP_ON_FAILURE = "OnFailure";
var OP_ON_SUCCESS = "OnSuccess";
var OP_ON_SUCCESS_AND_FAILURE = "OnSuccessAndFailure";
var OP_SUCCESS = "Success";
var OP_SYNC = "Sync";
var OP_TAG = "Tag";
var OP_UPDATE_RUNTIME_FLAGS = "UpdateRuntimeFlags";
var OP_WHILE = "While";
var OP_ITERATOR = "Iterator";
var OP_WITH_RUNTIME = "WithRuntime";
var OP_YIELD = "Yield";
var OP_REVERT_FLAGS = "RevertFlags";

// ../../node_modules/.pnpm/effect@3.22.4/node_modules/effect/dist/esm/internal/version.js
var moduleVersion = "3.22.4";
var getCurrentVersion = () => moduleVersion;

// ../../node_modules/.pnpm/effect@3.22.4/node_modules/effect/dist/esm/internal/effectable.js
var EffectTypeId = /* @__PURE__ */ Symbol.for("effect/Effect");
var StreamTypeId = /* @__PURE__ */ Symbol.for("effect/Stream");
var SinkTypeId = /* @__PURE__ */ Symbol.for("effect/Sink");
var ChannelTypeId = /* @__PURE__ */ Symbol.for("effect/Channel");
var effectVariance = {
  /* c8 ignore next */
  _R: (_) => _,
  /* c8 ignore next */
  _E: (_) => _,
  /* c8 ignore next */
  _A: (_) => _,
  _V: /* @__PURE__ */ getCurrentVersion()
};
var sinkVariance = {
  /* c8 ignore next */
  _A: (_) => _,
  /* c8 ignore next */
  _In: (_) => _,
  /* c8 ignore next */
  _L: (_) => _,
  /* c8 ignore next */
  _E: (_) => _,
  /* c8 ignore next */
  _R: (_) => _
};
var channelVariance = {
  /* c8 ignore next */
  _Env: (_) => _,
  /* c8 ignore next */
  _InErr: (_) => _,
  /* c8 ignore next */
  _InElem: (_) => _,
  /* c8 ignore next */
  _InDone: (_) => _,
  /* c8 ignore next */
  _OutErr: (_) => _,
  /* c8 ignore next */
  _OutElem: (_) => _,
  /* c8 ignore next */
  _OutDone: (_) => _
};
var EffectPrototype = {
  [EffectTypeId]: effectVariance,
  [StreamTypeId]: effectVariance,
  [SinkTypeId]: sinkVariance,
  [ChannelTypeId]: channelVariance,
  [symbol2](that) {
    return this === that;
  },
  [symbol]() {
    return cached(this, random(this));
  },
  [Symbol.iterator]() {
    return new SingleShotGen(new YieldWrap(this));
  },
  pipe() {
    return pipeArguments(this, arguments);
  }
};
var StructuralPrototype = {
  [symbol]() {
    return cached(this, structure(this));
  },
  [symbol2](that) {
    const selfKeys = Object.keys(this);
    const thatKeys = Object.keys(that);
    if (selfKeys.length !== thatKeys.length) {
      return false;
    }
    for (const key3 of selfKeys) {
      if (!(key3 in that && equals(this[key3], that[key3]))) {
        return false;
      }
    }
    return true;
  }
};
var CommitPrototype = {
  ...EffectPrototype,
  _op: OP_COMMIT
};
var StructuralCommitPrototype = {
  ...CommitPrototype,
  ...StructuralPrototype
};
var Base = /* @__PURE__ */ (function() {
  function Base3() {
  }
  Base3.prototype = CommitPrototype;
  return Base3;
})();

// ../../node_modules/.pnpm/effect@3.22.4/node_modules/effect/dist/esm/internal/option.js
var TypeId = /* @__PURE__ */ Symbol.for("effect/Option");
var CommonProto = {
  ...EffectPrototype,
  [TypeId]: {
    _A: (_) => _
  },
  [NodeInspectSymbol]() {
    return this.toJSON();
  },
  toString() {
    return format(this.toJSON());
  }
};
var SomeProto = /* @__PURE__ */ Object.assign(/* @__PURE__ */ Object.create(CommonProto), {
  _tag: "Some",
  _op: "Some",
  [symbol2](that) {
    return isOption(that) && isSome(that) && equals(this.value, that.value);
  },
  [symbol]() {
    return cached(this, combine(hash(this._tag))(hash(this.value)));
  },
  toJSON() {
    return {
      _id: "Option",
      _tag: this._tag,
      value: toJSON(this.value)
    };
  }
});
var NoneHash = /* @__PURE__ */ hash("None");
var NoneProto = /* @__PURE__ */ Object.assign(/* @__PURE__ */ Object.create(CommonProto), {
  _tag: "None",
  _op: "None",
  [symbol2](that) {
    return isOption(that) && isNone(that);
  },
  [symbol]() {
    return NoneHash;
  },
  toJSON() {
    return {
      _id: "Option",
      _tag: this._tag
    };
  }
});
var isOption = (input) => hasProperty(input, TypeId);
var isNone = (fa) => fa._tag === "None";
var isSome = (fa) => fa._tag === "Some";
var none = /* @__PURE__ */ Object.create(NoneProto);
var some = (value3) => {
  const a = Object.create(SomeProto);
  a.value = value3;
  return a;
};

// ../../node_modules/.pnpm/effect@3.22.4/node_modules/effect/dist/esm/internal/stackTraceLimit.js
var ObjectGetOwnPropertyDescriptor = Object.getOwnPropertyDescriptor;
var ObjectPrototypeHasOwnProperty = Object.prototype.hasOwnProperty;
var ObjectIsExtensible = Object.isExtensible;
var isStackTraceLimitWritable = () => {
  const desc = ObjectGetOwnPropertyDescriptor(Error, "stackTraceLimit");
  if (desc === void 0) {
    return ObjectIsExtensible(Error);
  }
  return ObjectPrototypeHasOwnProperty.call(desc, "writable") ? desc.writable === true : desc.set !== void 0;
};
var canWriteStackTraceLimit = /* @__PURE__ */ isStackTraceLimitWritable();
var getStackTraceLimit = () => Error.stackTraceLimit;
var setStackTraceLimit = (value3) => {
  if (canWriteStackTraceLimit) {
    ;
    Error.stackTraceLimit = value3;
  }
};

// ../../node_modules/.pnpm/effect@3.22.4/node_modules/effect/dist/esm/internal/context.js
var TagTypeId = /* @__PURE__ */ Symbol.for("effect/Context/Tag");
var ReferenceTypeId = /* @__PURE__ */ Symbol.for("effect/Context/Reference");
var STMSymbolKey = "effect/STM";
var STMTypeId = /* @__PURE__ */ Symbol.for(STMSymbolKey);
var TagProto = {
  ...EffectPrototype,
  _op: "Tag",
  [STMTypeId]: effectVariance,
  [TagTypeId]: {
    _Service: (_) => _,
    _Identifier: (_) => _
  },
  toString() {
    return format(this.toJSON());
  },
  toJSON() {
    return {
      _id: "Tag",
      key: this.key,
      stack: this.stack
    };
  },
  [NodeInspectSymbol]() {
    return this.toJSON();
  },
  of(self) {
    return self;
  },
  context(self) {
    return make(this, self);
  }
};
var ReferenceProto = {
  ...TagProto,
  [ReferenceTypeId]: ReferenceTypeId
};
var makeGenericTag = (key3) => {
  const limit2 = getStackTraceLimit();
  setStackTraceLimit(2);
  const creationError = new Error();
  setStackTraceLimit(limit2);
  const tag = Object.create(TagProto);
  Object.defineProperty(tag, "stack", {
    get() {
      return creationError.stack;
    }
  });
  tag.key = key3;
  return tag;
};
var Tag = (id2) => () => {
  const limit2 = getStackTraceLimit();
  setStackTraceLimit(2);
  const creationError = new Error();
  setStackTraceLimit(limit2);
  function TagClass() {
  }
  Object.setPrototypeOf(TagClass, TagProto);
  TagClass.key = id2;
  Object.defineProperty(TagClass, "stack", {
    get() {
      return creationError.stack;
    }
  });
  return TagClass;
};
var Reference = () => (id2, options2) => {
  const limit2 = getStackTraceLimit();
  setStackTraceLimit(2);
  const creationError = new Error();
  setStackTraceLimit(limit2);
  function ReferenceClass() {
  }
  Object.setPrototypeOf(ReferenceClass, ReferenceProto);
  ReferenceClass.key = id2;
  ReferenceClass.defaultValue = options2.defaultValue;
  Object.defineProperty(ReferenceClass, "stack", {
    get() {
      return creationError.stack;
    }
  });
  return ReferenceClass;
};
var TypeId2 = /* @__PURE__ */ Symbol.for("effect/Context");
var ContextProto = {
  [TypeId2]: {
    _Services: (_) => _
  },
  [symbol2](that) {
    if (isContext(that)) {
      if (this.unsafeMap.size === that.unsafeMap.size) {
        for (const k of this.unsafeMap.keys()) {
          if (!that.unsafeMap.has(k) || !equals(this.unsafeMap.get(k), that.unsafeMap.get(k))) {
            return false;
          }
        }
        return true;
      }
    }
    return false;
  },
  [symbol]() {
    return cached(this, number(this.unsafeMap.size));
  },
  pipe() {
    return pipeArguments(this, arguments);
  },
  toString() {
    return format(this.toJSON());
  },
  toJSON() {
    return {
      _id: "Context",
      services: Array.from(this.unsafeMap).map(toJSON)
    };
  },
  [NodeInspectSymbol]() {
    return this.toJSON();
  }
};
var makeContext = (unsafeMap) => {
  const context3 = Object.create(ContextProto);
  context3.unsafeMap = unsafeMap;
  return context3;
};
var serviceNotFoundError = (tag) => {
  const error = new Error(`Service not found${tag.key ? `: ${String(tag.key)}` : ""}`);
  if (tag.stack) {
    const lines = tag.stack.split("\n");
    if (lines.length > 2) {
      const afterAt = lines[2].match(/at (.*)/);
      if (afterAt) {
        error.message = error.message + ` (defined at ${afterAt[1]})`;
      }
    }
  }
  if (error.stack) {
    const lines = error.stack.split("\n");
    lines.splice(1, 3);
    error.stack = lines.join("\n");
  }
  return error;
};
var isContext = (u) => hasProperty(u, TypeId2);
var isTag = (u) => hasProperty(u, TagTypeId);
var isReference = (u) => hasProperty(u, ReferenceTypeId);
var _empty = /* @__PURE__ */ makeContext(/* @__PURE__ */ new Map());
var empty = () => _empty;
var make = (tag, service2) => makeContext(/* @__PURE__ */ new Map([[tag.key, service2]]));
var add = /* @__PURE__ */ dual(3, (self, tag, service2) => {
  const map15 = new Map(self.unsafeMap);
  map15.set(tag.key, service2);
  return makeContext(map15);
});
var defaultValueCache = /* @__PURE__ */ globalValue("effect/Context/defaultValueCache", () => /* @__PURE__ */ new Map());
var getDefaultValue = (tag) => {
  if (defaultValueCache.has(tag.key)) {
    return defaultValueCache.get(tag.key);
  }
  const value3 = tag.defaultValue();
  defaultValueCache.set(tag.key, value3);
  return value3;
};
var unsafeGetReference = (self, tag) => {
  return self.unsafeMap.has(tag.key) ? self.unsafeMap.get(tag.key) : getDefaultValue(tag);
};
var unsafeGet = /* @__PURE__ */ dual(2, (self, tag) => {
  if (!self.unsafeMap.has(tag.key)) {
    if (ReferenceTypeId in tag) return getDefaultValue(tag);
    throw serviceNotFoundError(tag);
  }
  return self.unsafeMap.get(tag.key);
});
var get = unsafeGet;
var getOption = /* @__PURE__ */ dual(2, (self, tag) => {
  if (!self.unsafeMap.has(tag.key)) {
    return isReference(tag) ? some(getDefaultValue(tag)) : none;
  }
  return some(self.unsafeMap.get(tag.key));
});
var merge = /* @__PURE__ */ dual(2, (self, that) => {
  const map15 = new Map(self.unsafeMap);
  for (const [tag, s] of that.unsafeMap) {
    map15.set(tag, s);
  }
  return makeContext(map15);
});
var mergeAll = (...ctxs) => {
  const map15 = /* @__PURE__ */ new Map();
  for (let i = 0; i < ctxs.length; i++) {
    ctxs[i].unsafeMap.forEach((value3, key3) => {
      map15.set(key3, value3);
    });
  }
  return makeContext(map15);
};

// ../../node_modules/.pnpm/effect@3.22.4/node_modules/effect/dist/esm/Context.js
var GenericTag = makeGenericTag;
var isTag2 = isTag;
var empty2 = empty;
var make2 = make;
var add2 = add;
var get2 = get;
var unsafeGet2 = unsafeGet;
var getOption2 = getOption;
var merge2 = merge;
var mergeAll2 = mergeAll;
var Tag2 = Tag;
var Reference2 = Reference;

// ../../node_modules/.pnpm/effect@3.22.4/node_modules/effect/dist/esm/Equivalence.js
var make3 = (isEquivalent) => (self, that) => self === that || isEquivalent(self, that);
var isStrictEquivalent = (x, y) => x === y;
var strict = () => isStrictEquivalent;
var number2 = /* @__PURE__ */ strict();
var mapInput = /* @__PURE__ */ dual(2, (self, f2) => make3((x, y) => self(f2(x), f2(y))));
var Date2 = /* @__PURE__ */ mapInput(number2, (date) => date.getTime());
var array2 = (item) => make3((self, that) => {
  if (self.length !== that.length) {
    return false;
  }
  for (let i = 0; i < self.length; i++) {
    const isEq = item(self[i], that[i]);
    if (!isEq) {
      return false;
    }
  }
  return true;
});

// ../../node_modules/.pnpm/effect@3.22.4/node_modules/effect/dist/esm/internal/either.js
var TypeId3 = /* @__PURE__ */ Symbol.for("effect/Either");
var CommonProto2 = {
  ...EffectPrototype,
  [TypeId3]: {
    _R: (_) => _
  },
  [NodeInspectSymbol]() {
    return this.toJSON();
  },
  toString() {
    return format(this.toJSON());
  }
};
var RightProto = /* @__PURE__ */ Object.assign(/* @__PURE__ */ Object.create(CommonProto2), {
  _tag: "Right",
  _op: "Right",
  [symbol2](that) {
    return isEither(that) && isRight(that) && equals(this.right, that.right);
  },
  [symbol]() {
    return combine(hash(this._tag))(hash(this.right));
  },
  toJSON() {
    return {
      _id: "Either",
      _tag: this._tag,
      right: toJSON(this.right)
    };
  }
});
var LeftProto = /* @__PURE__ */ Object.assign(/* @__PURE__ */ Object.create(CommonProto2), {
  _tag: "Left",
  _op: "Left",
  [symbol2](that) {
    return isEither(that) && isLeft(that) && equals(this.left, that.left);
  },
  [symbol]() {
    return combine(hash(this._tag))(hash(this.left));
  },
  toJSON() {
    return {
      _id: "Either",
      _tag: this._tag,
      left: toJSON(this.left)
    };
  }
});
var isEither = (input) => hasProperty(input, TypeId3);
var isLeft = (ma) => ma._tag === "Left";
var isRight = (ma) => ma._tag === "Right";
var left = (left3) => {
  const a = Object.create(LeftProto);
  a.left = left3;
  return a;
};
var right = (right3) => {
  const a = Object.create(RightProto);
  a.right = right3;
  return a;
};

// ../../node_modules/.pnpm/effect@3.22.4/node_modules/effect/dist/esm/Either.js
var right2 = right;
var left2 = left;
var try_ = (evaluate2) => {
  if (isFunction2(evaluate2)) {
    try {
      return right2(evaluate2());
    } catch (e) {
      return left2(e);
    }
  } else {
    try {
      return right2(evaluate2.try());
    } catch (e) {
      return left2(evaluate2.catch(e));
    }
  }
};
var isEither2 = isEither;
var isLeft2 = isLeft;
var isRight2 = isRight;
var mapBoth = /* @__PURE__ */ dual(2, (self, {
  onLeft,
  onRight
}) => isLeft2(self) ? left2(onLeft(self.left)) : right2(onRight(self.right)));
var mapLeft = /* @__PURE__ */ dual(2, (self, f2) => isLeft2(self) ? left2(f2(self.left)) : right2(self.right));
var map = /* @__PURE__ */ dual(2, (self, f2) => isRight2(self) ? right2(f2(self.right)) : left2(self.left));
var match = /* @__PURE__ */ dual(2, (self, {
  onLeft,
  onRight
}) => isLeft2(self) ? onLeft(self.left) : onRight(self.right));
var merge3 = /* @__PURE__ */ match({
  onLeft: identity,
  onRight: identity
});
var getOrElse2 = /* @__PURE__ */ dual(2, (self, onLeft) => isLeft2(self) ? onLeft(self.left) : self.right);
var getOrThrowWith = /* @__PURE__ */ dual(2, (self, onLeft) => {
  if (isRight2(self)) {
    return self.right;
  }
  throw onLeft(self.left);
});
var getOrThrow = /* @__PURE__ */ getOrThrowWith(() => new Error("getOrThrow called on a Left"));
var flatMap = /* @__PURE__ */ dual(2, (self, f2) => isLeft2(self) ? left2(self.left) : f2(self.right));
var zipWith = /* @__PURE__ */ dual(3, (self, that, f2) => flatMap(self, (r) => map(that, (r2) => f2(r, r2))));
var all = (input) => {
  if (Symbol.iterator in input) {
    const out3 = [];
    for (const e of input) {
      if (isLeft2(e)) {
        return e;
      }
      out3.push(e.right);
    }
    return right2(out3);
  }
  const out2 = {};
  for (const key3 of Object.keys(input)) {
    const e = input[key3];
    if (isLeft2(e)) {
      return e;
    }
    out2[key3] = e.right;
  }
  return right2(out2);
};

// ../../node_modules/.pnpm/effect@3.22.4/node_modules/effect/dist/esm/internal/array.js
var isNonEmptyArray = (self) => self.length > 0;

// ../../node_modules/.pnpm/effect@3.22.4/node_modules/effect/dist/esm/Order.js
var make4 = (compare2) => (self, that) => self === that ? 0 : compare2(self, that);
var number3 = /* @__PURE__ */ make4((self, that) => self < that ? -1 : 1);
var mapInput2 = /* @__PURE__ */ dual(2, (self, f2) => make4((b1, b2) => self(f2(b1), f2(b2))));
var greaterThan = (O) => dual(2, (self, that) => O(self, that) === 1);
var lessThanOrEqualTo = (O) => dual(2, (self, that) => O(self, that) !== 1);
var greaterThanOrEqualTo = (O) => dual(2, (self, that) => O(self, that) !== -1);
var min = (O) => dual(2, (self, that) => self === that || O(self, that) < 1 ? self : that);
var max = (O) => dual(2, (self, that) => self === that || O(self, that) > -1 ? self : that);

// ../../node_modules/.pnpm/effect@3.22.4/node_modules/effect/dist/esm/Option.js
var none2 = () => none;
var some2 = some;
var isOption2 = isOption;
var isNone2 = isNone;
var isSome2 = isSome;
var match2 = /* @__PURE__ */ dual(2, (self, {
  onNone,
  onSome
}) => isNone2(self) ? onNone() : onSome(self.value));
var getOrElse3 = /* @__PURE__ */ dual(2, (self, onNone) => isNone2(self) ? onNone() : self.value);
var orElse = /* @__PURE__ */ dual(2, (self, that) => isNone2(self) ? that() : self);
var orElseSome = /* @__PURE__ */ dual(2, (self, onNone) => isNone2(self) ? some2(onNone()) : self);
var fromNullable = (nullableValue) => nullableValue == null ? none2() : some2(nullableValue);
var getOrUndefined = /* @__PURE__ */ getOrElse3(constUndefined);
var liftThrowable = (f2) => (...a) => {
  try {
    return some2(f2(...a));
  } catch {
    return none2();
  }
};
var getOrThrowWith2 = /* @__PURE__ */ dual(2, (self, onNone) => {
  if (isSome2(self)) {
    return self.value;
  }
  throw onNone();
});
var getOrThrow2 = /* @__PURE__ */ getOrThrowWith2(() => new Error("getOrThrow called on a None"));
var map2 = /* @__PURE__ */ dual(2, (self, f2) => isNone2(self) ? none2() : some2(f2(self.value)));
var flatMap2 = /* @__PURE__ */ dual(2, (self, f2) => isNone2(self) ? none2() : f2(self.value));
var flatMapNullable = /* @__PURE__ */ dual(2, (self, f2) => isNone2(self) ? none2() : fromNullable(f2(self.value)));
var filterMap = flatMap2;
var filter = /* @__PURE__ */ dual(2, (self, predicate) => filterMap(self, (b) => predicate(b) ? some(b) : none));
var getEquivalence = (isEquivalent) => make3((x, y) => isNone2(x) ? isNone2(y) : isNone2(y) ? false : isEquivalent(x.value, y.value));
var containsWith = (isEquivalent) => dual(2, (self, a) => isNone2(self) ? false : isEquivalent(self.value, a));
var _equivalence = /* @__PURE__ */ equivalence();
var contains = /* @__PURE__ */ containsWith(_equivalence);
var exists = /* @__PURE__ */ dual(2, (self, refinement) => isNone2(self) ? false : refinement(self.value));
var mergeWith = (f2) => (o1, o2) => {
  if (isNone2(o1)) {
    return o2;
  } else if (isNone2(o2)) {
    return o1;
  }
  return some2(f2(o1.value, o2.value));
};

// ../../node_modules/.pnpm/effect@3.22.4/node_modules/effect/dist/esm/Tuple.js
var make5 = (...elements) => elements;

// ../../node_modules/.pnpm/effect@3.22.4/node_modules/effect/dist/esm/Iterable.js
var unsafeHead = (self) => {
  const iterator = self[Symbol.iterator]();
  const result2 = iterator.next();
  if (result2.done) throw new Error("unsafeHead: empty iterable");
  return result2.value;
};
var constEmpty = {
  [Symbol.iterator]() {
    return constEmptyIterator;
  }
};
var constEmptyIterator = {
  next() {
    return {
      done: true,
      value: void 0
    };
  }
};
var empty3 = () => constEmpty;

// ../../node_modules/.pnpm/effect@3.22.4/node_modules/effect/dist/esm/Array.js
var allocate = (n2) => new Array(n2);
var makeBy = /* @__PURE__ */ dual(2, (n2, f2) => {
  const max4 = Math.max(1, Math.floor(n2));
  const out2 = new Array(max4);
  for (let i = 0; i < max4; i++) {
    out2[i] = f2(i);
  }
  return out2;
});
var fromIterable = (collection) => Array.isArray(collection) ? collection : Array.from(collection);
var ensure = (self) => Array.isArray(self) ? self : [self];
var matchLeft = /* @__PURE__ */ dual(2, (self, {
  onEmpty,
  onNonEmpty
}) => isNonEmptyReadonlyArray(self) ? onNonEmpty(headNonEmpty(self), tailNonEmpty(self)) : onEmpty());
var prepend = /* @__PURE__ */ dual(2, (self, head4) => [head4, ...self]);
var append = /* @__PURE__ */ dual(2, (self, last3) => [...self, last3]);
var appendAll = /* @__PURE__ */ dual(2, (self, that) => fromIterable(self).concat(fromIterable(that)));
var isArray = Array.isArray;
var isEmptyArray = (self) => self.length === 0;
var isEmptyReadonlyArray = isEmptyArray;
var isNonEmptyArray2 = isNonEmptyArray;
var isNonEmptyReadonlyArray = isNonEmptyArray;
var isOutOfBounds = (i, as5) => i < 0 || i >= as5.length;
var clamp = (i, as5) => Math.floor(Math.min(Math.max(0, i), as5.length));
var get3 = /* @__PURE__ */ dual(2, (self, index) => {
  const i = Math.floor(index);
  return isOutOfBounds(i, self) ? none2() : some2(self[i]);
});
var unsafeGet3 = /* @__PURE__ */ dual(2, (self, index) => {
  const i = Math.floor(index);
  if (isOutOfBounds(i, self)) {
    throw new Error(`Index ${i} out of bounds`);
  }
  return self[i];
});
var head = /* @__PURE__ */ get3(0);
var headNonEmpty = /* @__PURE__ */ unsafeGet3(0);
var last = (self) => isNonEmptyReadonlyArray(self) ? some2(lastNonEmpty(self)) : none2();
var lastNonEmpty = (self) => self[self.length - 1];
var tailNonEmpty = (self) => self.slice(1);
var spanIndex = (self, predicate) => {
  let i = 0;
  for (const a of self) {
    if (!predicate(a, i)) {
      break;
    }
    i++;
  }
  return i;
};
var span = /* @__PURE__ */ dual(2, (self, predicate) => splitAt(self, spanIndex(self, predicate)));
var drop = /* @__PURE__ */ dual(2, (self, n2) => {
  const input = fromIterable(self);
  return input.slice(clamp(n2, input), input.length);
});
var reverse = (self) => Array.from(self).reverse();
var sort = /* @__PURE__ */ dual(2, (self, O) => {
  const out2 = Array.from(self);
  out2.sort(O);
  return out2;
});
var zip = /* @__PURE__ */ dual(2, (self, that) => zipWith2(self, that, make5));
var zipWith2 = /* @__PURE__ */ dual(3, (self, that, f2) => {
  const as5 = fromIterable(self);
  const bs = fromIterable(that);
  if (isNonEmptyReadonlyArray(as5) && isNonEmptyReadonlyArray(bs)) {
    const out2 = [f2(headNonEmpty(as5), headNonEmpty(bs))];
    const len = Math.min(as5.length, bs.length);
    for (let i = 1; i < len; i++) {
      out2[i] = f2(as5[i], bs[i]);
    }
    return out2;
  }
  return [];
});
var _equivalence2 = /* @__PURE__ */ equivalence();
var splitAt = /* @__PURE__ */ dual(2, (self, n2) => {
  const input = Array.from(self);
  const _n = Math.floor(n2);
  if (isNonEmptyReadonlyArray(input)) {
    if (_n >= 1) {
      return splitNonEmptyAt(input, _n);
    }
    return [[], input];
  }
  return [input, []];
});
var splitNonEmptyAt = /* @__PURE__ */ dual(2, (self, n2) => {
  const _n = Math.max(1, Math.floor(n2));
  return _n >= self.length ? [copy(self), []] : [prepend(self.slice(1, _n), headNonEmpty(self)), self.slice(_n)];
});
var copy = (self) => self.slice();
var unionWith = /* @__PURE__ */ dual(3, (self, that, isEquivalent) => {
  const a = fromIterable(self);
  const b = fromIterable(that);
  if (isNonEmptyReadonlyArray(a)) {
    if (isNonEmptyReadonlyArray(b)) {
      const dedupe2 = dedupeWith(isEquivalent);
      return dedupe2(appendAll(a, b));
    }
    return a;
  }
  return b;
});
var union = /* @__PURE__ */ dual(2, (self, that) => unionWith(self, that, _equivalence2));
var empty4 = () => [];
var of = (a) => [a];
var map3 = /* @__PURE__ */ dual(2, (self, f2) => self.map(f2));
var flatMap3 = /* @__PURE__ */ dual(2, (self, f2) => {
  if (isEmptyReadonlyArray(self)) {
    return [];
  }
  const out2 = [];
  for (let i = 0; i < self.length; i++) {
    const inner = f2(self[i], i);
    for (let j = 0; j < inner.length; j++) {
      out2.push(inner[j]);
    }
  }
  return out2;
});
var flatten = /* @__PURE__ */ flatMap3(identity);
var filterMap2 = /* @__PURE__ */ dual(2, (self, f2) => {
  const as5 = fromIterable(self);
  const out2 = [];
  for (let i = 0; i < as5.length; i++) {
    const o = f2(as5[i], i);
    if (isSome2(o)) {
      out2.push(o.value);
    }
  }
  return out2;
});
var filter2 = /* @__PURE__ */ dual(2, (self, predicate) => {
  const as5 = fromIterable(self);
  const out2 = [];
  for (let i = 0; i < as5.length; i++) {
    if (predicate(as5[i], i)) {
      out2.push(as5[i]);
    }
  }
  return out2;
});
var reduce = /* @__PURE__ */ dual(3, (self, b, f2) => fromIterable(self).reduce((b2, a, i) => f2(b2, a, i), b));
var unfold = (b, f2) => {
  const out2 = [];
  let next = b;
  let o;
  while (isSome2(o = f2(next))) {
    const [a, b2] = o.value;
    out2.push(a);
    next = b2;
  }
  return out2;
};
var getEquivalence2 = array2;
var dedupeWith = /* @__PURE__ */ dual(2, (self, isEquivalent) => {
  const input = fromIterable(self);
  if (isNonEmptyReadonlyArray(input)) {
    const out2 = [headNonEmpty(input)];
    const rest = tailNonEmpty(input);
    for (const r of rest) {
      if (out2.every((a) => !isEquivalent(r, a))) {
        out2.push(r);
      }
    }
    return out2;
  }
  return [];
});
var dedupe = (self) => dedupeWith(self, equivalence());
var join = /* @__PURE__ */ dual(2, (self, sep) => fromIterable(self).join(sep));

// ../../node_modules/.pnpm/effect@3.22.4/node_modules/effect/dist/esm/Chunk.js
var TypeId4 = /* @__PURE__ */ Symbol.for("effect/Chunk");
function copy2(src, srcPos, dest, destPos, len) {
  for (let i = srcPos; i < Math.min(src.length, srcPos + len); i++) {
    dest[destPos + i - srcPos] = src[i];
  }
  return dest;
}
var emptyArray = [];
var getEquivalence3 = (isEquivalent) => make3((self, that) => self.length === that.length && toReadonlyArray(self).every((value3, i) => isEquivalent(value3, unsafeGet4(that, i))));
var _equivalence3 = /* @__PURE__ */ getEquivalence3(equals);
var ChunkProto = {
  [TypeId4]: {
    _A: (_) => _
  },
  toString() {
    return format(this.toJSON());
  },
  toJSON() {
    return {
      _id: "Chunk",
      values: toReadonlyArray(this).map(toJSON)
    };
  },
  [NodeInspectSymbol]() {
    return this.toJSON();
  },
  [symbol2](that) {
    return isChunk(that) && _equivalence3(this, that);
  },
  [symbol]() {
    return cached(this, array(toReadonlyArray(this)));
  },
  [Symbol.iterator]() {
    switch (this.backing._tag) {
      case "IArray": {
        return this.backing.array[Symbol.iterator]();
      }
      case "IEmpty": {
        return emptyArray[Symbol.iterator]();
      }
      default: {
        return toReadonlyArray(this)[Symbol.iterator]();
      }
    }
  },
  pipe() {
    return pipeArguments(this, arguments);
  }
};
var makeChunk = (backing) => {
  const chunk2 = Object.create(ChunkProto);
  chunk2.backing = backing;
  switch (backing._tag) {
    case "IEmpty": {
      chunk2.length = 0;
      chunk2.depth = 0;
      chunk2.left = chunk2;
      chunk2.right = chunk2;
      break;
    }
    case "IConcat": {
      chunk2.length = backing.left.length + backing.right.length;
      chunk2.depth = 1 + Math.max(backing.left.depth, backing.right.depth);
      chunk2.left = backing.left;
      chunk2.right = backing.right;
      break;
    }
    case "IArray": {
      chunk2.length = backing.array.length;
      chunk2.depth = 0;
      chunk2.left = _empty2;
      chunk2.right = _empty2;
      break;
    }
    case "ISingleton": {
      chunk2.length = 1;
      chunk2.depth = 0;
      chunk2.left = _empty2;
      chunk2.right = _empty2;
      break;
    }
    case "ISlice": {
      chunk2.length = backing.length;
      chunk2.depth = backing.chunk.depth + 1;
      chunk2.left = _empty2;
      chunk2.right = _empty2;
      break;
    }
  }
  return chunk2;
};
var isChunk = (u) => hasProperty(u, TypeId4);
var _empty2 = /* @__PURE__ */ makeChunk({
  _tag: "IEmpty"
});
var empty5 = () => _empty2;
var make6 = (...as5) => unsafeFromNonEmptyArray(as5);
var of2 = (a) => makeChunk({
  _tag: "ISingleton",
  a
});
var fromIterable2 = (self) => isChunk(self) ? self : unsafeFromArray(fromIterable(self));
var copyToArray = (self, array4, initial) => {
  switch (self.backing._tag) {
    case "IArray": {
      copy2(self.backing.array, 0, array4, initial, self.length);
      break;
    }
    case "IConcat": {
      copyToArray(self.left, array4, initial);
      copyToArray(self.right, array4, initial + self.left.length);
      break;
    }
    case "ISingleton": {
      array4[initial] = self.backing.a;
      break;
    }
    case "ISlice": {
      let i = 0;
      let j = initial;
      while (i < self.length) {
        array4[j] = unsafeGet4(self, i);
        i += 1;
        j += 1;
      }
      break;
    }
  }
};
var toReadonlyArray_ = (self) => {
  switch (self.backing._tag) {
    case "IEmpty": {
      return emptyArray;
    }
    case "IArray": {
      return self.backing.array;
    }
    default: {
      const arr = new Array(self.length);
      copyToArray(self, arr, 0);
      self.backing = {
        _tag: "IArray",
        array: arr
      };
      self.left = _empty2;
      self.right = _empty2;
      self.depth = 0;
      return arr;
    }
  }
};
var toReadonlyArray = toReadonlyArray_;
var reverseChunk = (self) => {
  switch (self.backing._tag) {
    case "IEmpty":
    case "ISingleton":
      return self;
    case "IArray": {
      return makeChunk({
        _tag: "IArray",
        array: reverse(self.backing.array)
      });
    }
    case "IConcat": {
      return makeChunk({
        _tag: "IConcat",
        left: reverse2(self.backing.right),
        right: reverse2(self.backing.left)
      });
    }
    case "ISlice":
      return unsafeFromArray(reverse(toReadonlyArray(self)));
  }
};
var reverse2 = reverseChunk;
var get4 = /* @__PURE__ */ dual(2, (self, index) => index < 0 || index >= self.length ? none2() : some2(unsafeGet4(self, index)));
var unsafeFromArray = (self) => self.length === 0 ? empty5() : self.length === 1 ? of2(self[0]) : makeChunk({
  _tag: "IArray",
  array: self
});
var unsafeFromNonEmptyArray = (self) => unsafeFromArray(self);
var unsafeGet4 = /* @__PURE__ */ dual(2, (self, index) => {
  switch (self.backing._tag) {
    case "IEmpty": {
      throw new Error(`Index out of bounds`);
    }
    case "ISingleton": {
      if (index !== 0) {
        throw new Error(`Index out of bounds`);
      }
      return self.backing.a;
    }
    case "IArray": {
      if (index >= self.length || index < 0) {
        throw new Error(`Index out of bounds`);
      }
      return self.backing.array[index];
    }
    case "IConcat": {
      return index < self.left.length ? unsafeGet4(self.left, index) : unsafeGet4(self.right, index - self.left.length);
    }
    case "ISlice": {
      return unsafeGet4(self.backing.chunk, index + self.backing.offset);
    }
  }
});
var append2 = /* @__PURE__ */ dual(2, (self, a) => appendAll2(self, of2(a)));
var prepend2 = /* @__PURE__ */ dual(2, (self, elem) => appendAll2(of2(elem), self));
var drop2 = /* @__PURE__ */ dual(2, (self, n2) => {
  if (n2 <= 0) {
    return self;
  } else if (n2 >= self.length) {
    return _empty2;
  } else {
    switch (self.backing._tag) {
      case "ISlice": {
        return makeChunk({
          _tag: "ISlice",
          chunk: self.backing.chunk,
          offset: self.backing.offset + n2,
          length: self.backing.length - n2
        });
      }
      case "IConcat": {
        if (n2 > self.left.length) {
          return drop2(self.right, n2 - self.left.length);
        }
        return makeChunk({
          _tag: "IConcat",
          left: drop2(self.left, n2),
          right: self.right
        });
      }
      default: {
        return makeChunk({
          _tag: "ISlice",
          chunk: self,
          offset: n2,
          length: self.length - n2
        });
      }
    }
  }
});
var appendAll2 = /* @__PURE__ */ dual(2, (self, that) => {
  if (self.backing._tag === "IEmpty") {
    return that;
  }
  if (that.backing._tag === "IEmpty") {
    return self;
  }
  const diff8 = that.depth - self.depth;
  if (Math.abs(diff8) <= 1) {
    return makeChunk({
      _tag: "IConcat",
      left: self,
      right: that
    });
  } else if (diff8 < -1) {
    if (self.left.depth >= self.right.depth) {
      const nr = appendAll2(self.right, that);
      return makeChunk({
        _tag: "IConcat",
        left: self.left,
        right: nr
      });
    } else {
      const nrr = appendAll2(self.right.right, that);
      if (nrr.depth === self.depth - 3) {
        const nr = makeChunk({
          _tag: "IConcat",
          left: self.right.left,
          right: nrr
        });
        return makeChunk({
          _tag: "IConcat",
          left: self.left,
          right: nr
        });
      } else {
        const nl = makeChunk({
          _tag: "IConcat",
          left: self.left,
          right: self.right.left
        });
        return makeChunk({
          _tag: "IConcat",
          left: nl,
          right: nrr
        });
      }
    }
  } else {
    if (that.right.depth >= that.left.depth) {
      const nl = appendAll2(self, that.left);
      return makeChunk({
        _tag: "IConcat",
        left: nl,
        right: that.right
      });
    } else {
      const nll = appendAll2(self, that.left.left);
      if (nll.depth === that.depth - 3) {
        const nl = makeChunk({
          _tag: "IConcat",
          left: nll,
          right: that.left.right
        });
        return makeChunk({
          _tag: "IConcat",
          left: nl,
          right: that.right
        });
      } else {
        const nr = makeChunk({
          _tag: "IConcat",
          left: that.left.right,
          right: that.right
        });
        return makeChunk({
          _tag: "IConcat",
          left: nll,
          right: nr
        });
      }
    }
  }
});
var filter3 = /* @__PURE__ */ dual(2, (self, predicate) => unsafeFromArray(filter2(self, predicate)));
var isEmpty = (self) => self.length === 0;
var isNonEmpty = (self) => self.length > 0;
var head2 = /* @__PURE__ */ get4(0);
var unsafeHead2 = (self) => unsafeGet4(self, 0);
var headNonEmpty2 = unsafeHead2;
var tailNonEmpty2 = (self) => drop2(self, 1);

// ../../node_modules/.pnpm/effect@3.22.4/node_modules/effect/dist/esm/internal/hashMap/config.js
var SIZE = 5;
var BUCKET_SIZE = /* @__PURE__ */ Math.pow(2, SIZE);
var MASK = BUCKET_SIZE - 1;
var MAX_INDEX_NODE = BUCKET_SIZE / 2;
var MIN_ARRAY_NODE = BUCKET_SIZE / 4;

// ../../node_modules/.pnpm/effect@3.22.4/node_modules/effect/dist/esm/internal/hashMap/bitwise.js
function popcount(x) {
  x -= x >> 1 & 1431655765;
  x = (x & 858993459) + (x >> 2 & 858993459);
  x = x + (x >> 4) & 252645135;
  x += x >> 8;
  x += x >> 16;
  return x & 127;
}
function hashFragment(shift2, h) {
  return h >>> shift2 & MASK;
}
function toBitmap(x) {
  return 1 << x;
}
function fromBitmap(bitmap, bit) {
  return popcount(bitmap & bit - 1);
}

// ../../node_modules/.pnpm/effect@3.22.4/node_modules/effect/dist/esm/internal/stack.js
var make7 = (value3, previous) => ({
  value: value3,
  previous
});

// ../../node_modules/.pnpm/effect@3.22.4/node_modules/effect/dist/esm/internal/hashMap/array.js
function arrayUpdate(mutate4, at2, v, arr) {
  let out2 = arr;
  if (!mutate4) {
    const len = arr.length;
    out2 = new Array(len);
    for (let i = 0; i < len; ++i) out2[i] = arr[i];
  }
  out2[at2] = v;
  return out2;
}
function arraySpliceOut(mutate4, at2, arr) {
  const newLen = arr.length - 1;
  let i = 0;
  let g = 0;
  let out2 = arr;
  if (mutate4) {
    i = g = at2;
  } else {
    out2 = new Array(newLen);
    while (i < at2) out2[g++] = arr[i++];
  }
  ++i;
  while (i <= newLen) out2[g++] = arr[i++];
  if (mutate4) {
    out2.length = newLen;
  }
  return out2;
}
function arraySpliceIn(mutate4, at2, v, arr) {
  const len = arr.length;
  if (mutate4) {
    let i2 = len;
    while (i2 >= at2) arr[i2--] = arr[i2];
    arr[at2] = v;
    return arr;
  }
  let i = 0, g = 0;
  const out2 = new Array(len + 1);
  while (i < at2) out2[g++] = arr[i++];
  out2[at2] = v;
  while (i < len) out2[++g] = arr[i++];
  return out2;
}

// ../../node_modules/.pnpm/effect@3.22.4/node_modules/effect/dist/esm/internal/hashMap/node.js
var EmptyNode = class _EmptyNode {
  _tag = "EmptyNode";
  modify(edit, _shift, f2, hash3, key3, size8) {
    const v = f2(none2());
    if (isNone2(v)) return new _EmptyNode();
    ++size8.value;
    return new LeafNode(edit, hash3, key3, v);
  }
};
function isEmptyNode(a) {
  return isTagged(a, "EmptyNode");
}
function isLeafNode(node) {
  return isEmptyNode(node) || node._tag === "LeafNode" || node._tag === "CollisionNode";
}
function canEditNode(node, edit) {
  return isEmptyNode(node) ? false : edit === node.edit;
}
var LeafNode = class _LeafNode {
  edit;
  hash;
  key;
  value;
  _tag = "LeafNode";
  constructor(edit, hash3, key3, value3) {
    this.edit = edit;
    this.hash = hash3;
    this.key = key3;
    this.value = value3;
  }
  modify(edit, shift2, f2, hash3, key3, size8) {
    if (equals(key3, this.key)) {
      const v2 = f2(this.value);
      if (v2 === this.value) return this;
      else if (isNone2(v2)) {
        --size8.value;
        return new EmptyNode();
      }
      if (canEditNode(this, edit)) {
        this.value = v2;
        return this;
      }
      return new _LeafNode(edit, hash3, key3, v2);
    }
    const v = f2(none2());
    if (isNone2(v)) return this;
    ++size8.value;
    return mergeLeaves(edit, shift2, this.hash, this, hash3, new _LeafNode(edit, hash3, key3, v));
  }
};
var CollisionNode = class _CollisionNode {
  edit;
  hash;
  children;
  _tag = "CollisionNode";
  constructor(edit, hash3, children2) {
    this.edit = edit;
    this.hash = hash3;
    this.children = children2;
  }
  modify(edit, shift2, f2, hash3, key3, size8) {
    if (hash3 === this.hash) {
      const canEdit = canEditNode(this, edit);
      const list2 = this.updateCollisionList(canEdit, edit, this.hash, this.children, f2, key3, size8);
      if (list2 === this.children) return this;
      return list2.length > 1 ? new _CollisionNode(edit, this.hash, list2) : list2[0];
    }
    const v = f2(none2());
    if (isNone2(v)) return this;
    ++size8.value;
    return mergeLeaves(edit, shift2, this.hash, this, hash3, new LeafNode(edit, hash3, key3, v));
  }
  updateCollisionList(mutate4, edit, hash3, list2, f2, key3, size8) {
    const len = list2.length;
    for (let i = 0; i < len; ++i) {
      const child4 = list2[i];
      if ("key" in child4 && equals(key3, child4.key)) {
        const value3 = child4.value;
        const newValue2 = f2(value3);
        if (newValue2 === value3) return list2;
        if (isNone2(newValue2)) {
          --size8.value;
          return arraySpliceOut(mutate4, i, list2);
        }
        return arrayUpdate(mutate4, i, new LeafNode(edit, hash3, key3, newValue2), list2);
      }
    }
    const newValue = f2(none2());
    if (isNone2(newValue)) return list2;
    ++size8.value;
    return arrayUpdate(mutate4, len, new LeafNode(edit, hash3, key3, newValue), list2);
  }
};
var IndexedNode = class _IndexedNode {
  edit;
  mask;
  children;
  _tag = "IndexedNode";
  constructor(edit, mask, children2) {
    this.edit = edit;
    this.mask = mask;
    this.children = children2;
  }
  modify(edit, shift2, f2, hash3, key3, size8) {
    const mask = this.mask;
    const children2 = this.children;
    const frag = hashFragment(shift2, hash3);
    const bit = toBitmap(frag);
    const indx = fromBitmap(mask, bit);
    const exists3 = mask & bit;
    const canEdit = canEditNode(this, edit);
    if (!exists3) {
      const _newChild = new EmptyNode().modify(edit, shift2 + SIZE, f2, hash3, key3, size8);
      if (!_newChild) return this;
      return children2.length >= MAX_INDEX_NODE ? expand(edit, frag, _newChild, mask, children2) : new _IndexedNode(edit, mask | bit, arraySpliceIn(canEdit, indx, _newChild, children2));
    }
    const current = children2[indx];
    const child4 = current.modify(edit, shift2 + SIZE, f2, hash3, key3, size8);
    if (current === child4) return this;
    let bitmap = mask;
    let newChildren;
    if (isEmptyNode(child4)) {
      bitmap &= ~bit;
      if (!bitmap) return new EmptyNode();
      if (children2.length <= 2 && isLeafNode(children2[indx ^ 1])) {
        return children2[indx ^ 1];
      }
      newChildren = arraySpliceOut(canEdit, indx, children2);
    } else {
      newChildren = arrayUpdate(canEdit, indx, child4, children2);
    }
    if (canEdit) {
      this.mask = bitmap;
      this.children = newChildren;
      return this;
    }
    return new _IndexedNode(edit, bitmap, newChildren);
  }
};
var ArrayNode = class _ArrayNode {
  edit;
  size;
  children;
  _tag = "ArrayNode";
  constructor(edit, size8, children2) {
    this.edit = edit;
    this.size = size8;
    this.children = children2;
  }
  modify(edit, shift2, f2, hash3, key3, size8) {
    let count = this.size;
    const children2 = this.children;
    const frag = hashFragment(shift2, hash3);
    const child4 = children2[frag];
    const newChild = (child4 || new EmptyNode()).modify(edit, shift2 + SIZE, f2, hash3, key3, size8);
    if (child4 === newChild) return this;
    const canEdit = canEditNode(this, edit);
    let newChildren;
    if (isEmptyNode(child4) && !isEmptyNode(newChild)) {
      ++count;
      newChildren = arrayUpdate(canEdit, frag, newChild, children2);
    } else if (!isEmptyNode(child4) && isEmptyNode(newChild)) {
      --count;
      if (count <= MIN_ARRAY_NODE) {
        return pack(edit, count, frag, children2);
      }
      newChildren = arrayUpdate(canEdit, frag, new EmptyNode(), children2);
    } else {
      newChildren = arrayUpdate(canEdit, frag, newChild, children2);
    }
    if (canEdit) {
      this.size = count;
      this.children = newChildren;
      return this;
    }
    return new _ArrayNode(edit, count, newChildren);
  }
};
function pack(edit, count, removed, elements) {
  const children2 = new Array(count - 1);
  let g = 0;
  let bitmap = 0;
  for (let i = 0, len = elements.length; i < len; ++i) {
    if (i !== removed) {
      const elem = elements[i];
      if (elem && !isEmptyNode(elem)) {
        children2[g++] = elem;
        bitmap |= 1 << i;
      }
    }
  }
  return new IndexedNode(edit, bitmap, children2);
}
function expand(edit, frag, child4, bitmap, subNodes) {
  const arr = [];
  let bit = bitmap;
  let count = 0;
  for (let i = 0; bit; ++i) {
    if (bit & 1) arr[i] = subNodes[count++];
    bit >>>= 1;
  }
  arr[frag] = child4;
  return new ArrayNode(edit, count + 1, arr);
}
function mergeLeavesInner(edit, shift2, h1, n1, h2, n2) {
  if (h1 === h2) return new CollisionNode(edit, h1, [n2, n1]);
  const subH1 = hashFragment(shift2, h1);
  const subH2 = hashFragment(shift2, h2);
  if (subH1 === subH2) {
    return (child4) => new IndexedNode(edit, toBitmap(subH1) | toBitmap(subH2), [child4]);
  } else {
    const children2 = subH1 < subH2 ? [n1, n2] : [n2, n1];
    return new IndexedNode(edit, toBitmap(subH1) | toBitmap(subH2), children2);
  }
}
function mergeLeaves(edit, shift2, h1, n1, h2, n2) {
  let stack = void 0;
  let currentShift = shift2;
  while (true) {
    const res = mergeLeavesInner(edit, currentShift, h1, n1, h2, n2);
    if (typeof res === "function") {
      stack = make7(res, stack);
      currentShift = currentShift + SIZE;
    } else {
      let final = res;
      while (stack != null) {
        final = stack.value(final);
        stack = stack.previous;
      }
      return final;
    }
  }
}

// ../../node_modules/.pnpm/effect@3.22.4/node_modules/effect/dist/esm/internal/hashMap.js
var HashMapSymbolKey = "effect/HashMap";
var HashMapTypeId = /* @__PURE__ */ Symbol.for(HashMapSymbolKey);
var HashMapProto = {
  [HashMapTypeId]: HashMapTypeId,
  [Symbol.iterator]() {
    return new HashMapIterator(this, (k, v) => [k, v]);
  },
  [symbol]() {
    let hash3 = hash(HashMapSymbolKey);
    for (const item of this) {
      hash3 ^= pipe(hash(item[0]), combine(hash(item[1])));
    }
    return cached(this, hash3);
  },
  [symbol2](that) {
    if (isHashMap(that)) {
      if (that._size !== this._size) {
        return false;
      }
      for (const item of this) {
        const elem = pipe(that, getHash(item[0], hash(item[0])));
        if (isNone2(elem)) {
          return false;
        } else {
          if (!equals(item[1], elem.value)) {
            return false;
          }
        }
      }
      return true;
    }
    return false;
  },
  toString() {
    return format(this.toJSON());
  },
  toJSON() {
    return {
      _id: "HashMap",
      values: Array.from(this).map(toJSON)
    };
  },
  [NodeInspectSymbol]() {
    return this.toJSON();
  },
  pipe() {
    return pipeArguments(this, arguments);
  }
};
var makeImpl = (editable, edit, root, size8) => {
  const map15 = Object.create(HashMapProto);
  map15._editable = editable;
  map15._edit = edit;
  map15._root = root;
  map15._size = size8;
  return map15;
};
var HashMapIterator = class _HashMapIterator {
  map;
  f;
  v;
  constructor(map15, f2) {
    this.map = map15;
    this.f = f2;
    this.v = visitLazy(this.map._root, this.f, void 0);
  }
  next() {
    if (isNone2(this.v)) {
      return {
        done: true,
        value: void 0
      };
    }
    const v0 = this.v.value;
    this.v = applyCont(v0.cont);
    return {
      done: false,
      value: v0.value
    };
  }
  [Symbol.iterator]() {
    return new _HashMapIterator(this.map, this.f);
  }
};
var applyCont = (cont) => cont ? visitLazyChildren(cont[0], cont[1], cont[2], cont[3], cont[4]) : none2();
var visitLazy = (node, f2, cont = void 0) => {
  switch (node._tag) {
    case "LeafNode": {
      if (isSome2(node.value)) {
        return some2({
          value: f2(node.key, node.value.value),
          cont
        });
      }
      return applyCont(cont);
    }
    case "CollisionNode":
    case "ArrayNode":
    case "IndexedNode": {
      const children2 = node.children;
      return visitLazyChildren(children2.length, children2, 0, f2, cont);
    }
    default: {
      return applyCont(cont);
    }
  }
};
var visitLazyChildren = (len, children2, i, f2, cont) => {
  while (i < len) {
    const child4 = children2[i++];
    if (child4 && !isEmptyNode(child4)) {
      return visitLazy(child4, f2, [len, children2, i, f2, cont]);
    }
  }
  return applyCont(cont);
};
var _empty3 = /* @__PURE__ */ makeImpl(false, 0, /* @__PURE__ */ new EmptyNode(), 0);
var empty6 = () => _empty3;
var fromIterable3 = (entries2) => {
  const map15 = beginMutation(empty6());
  for (const entry2 of entries2) {
    set(map15, entry2[0], entry2[1]);
  }
  return endMutation(map15);
};
var isHashMap = (u) => hasProperty(u, HashMapTypeId);
var isEmpty2 = (self) => self && isEmptyNode(self._root);
var get5 = /* @__PURE__ */ dual(2, (self, key3) => getHash(self, key3, hash(key3)));
var getHash = /* @__PURE__ */ dual(3, (self, key3, hash3) => {
  let node = self._root;
  let shift2 = 0;
  while (true) {
    switch (node._tag) {
      case "LeafNode": {
        return equals(key3, node.key) ? node.value : none2();
      }
      case "CollisionNode": {
        if (hash3 === node.hash) {
          const children2 = node.children;
          for (let i = 0, len = children2.length; i < len; ++i) {
            const child4 = children2[i];
            if ("key" in child4 && equals(key3, child4.key)) {
              return child4.value;
            }
          }
        }
        return none2();
      }
      case "IndexedNode": {
        const frag = hashFragment(shift2, hash3);
        const bit = toBitmap(frag);
        if (node.mask & bit) {
          node = node.children[fromBitmap(node.mask, bit)];
          shift2 += SIZE;
          break;
        }
        return none2();
      }
      case "ArrayNode": {
        node = node.children[hashFragment(shift2, hash3)];
        if (node) {
          shift2 += SIZE;
          break;
        }
        return none2();
      }
      default:
        return none2();
    }
  }
});
var has = /* @__PURE__ */ dual(2, (self, key3) => isSome2(getHash(self, key3, hash(key3))));
var set = /* @__PURE__ */ dual(3, (self, key3, value3) => modifyAt(self, key3, () => some2(value3)));
var setTree = /* @__PURE__ */ dual(3, (self, newRoot, newSize) => {
  if (self._editable) {
    ;
    self._root = newRoot;
    self._size = newSize;
    return self;
  }
  return newRoot === self._root ? self : makeImpl(self._editable, self._edit, newRoot, newSize);
});
var keys = (self) => new HashMapIterator(self, (key3) => key3);
var size = (self) => self._size;
var beginMutation = (self) => makeImpl(true, self._edit + 1, self._root, self._size);
var endMutation = (self) => {
  ;
  self._editable = false;
  return self;
};
var modifyAt = /* @__PURE__ */ dual(3, (self, key3, f2) => modifyHash(self, key3, hash(key3), f2));
var modifyHash = /* @__PURE__ */ dual(4, (self, key3, hash3, f2) => {
  const size8 = {
    value: self._size
  };
  const newRoot = self._root.modify(self._editable ? self._edit : NaN, 0, f2, hash3, key3, size8);
  return pipe(self, setTree(newRoot, size8.value));
});
var remove2 = /* @__PURE__ */ dual(2, (self, key3) => modifyAt(self, key3, none2));
var map4 = /* @__PURE__ */ dual(2, (self, f2) => reduce2(self, empty6(), (map15, value3, key3) => set(map15, key3, f2(value3, key3))));
var forEach = /* @__PURE__ */ dual(2, (self, f2) => reduce2(self, void 0, (_, value3, key3) => f2(value3, key3)));
var reduce2 = /* @__PURE__ */ dual(3, (self, zero3, f2) => {
  const root = self._root;
  if (root._tag === "LeafNode") {
    return isSome2(root.value) ? f2(zero3, root.value.value, root.key) : zero3;
  }
  if (root._tag === "EmptyNode") {
    return zero3;
  }
  const toVisit = [root.children];
  let children2;
  while (children2 = toVisit.pop()) {
    for (let i = 0, len = children2.length; i < len; ) {
      const child4 = children2[i++];
      if (child4 && !isEmptyNode(child4)) {
        if (child4._tag === "LeafNode") {
          if (isSome2(child4.value)) {
            zero3 = f2(zero3, child4.value.value, child4.key);
          }
        } else {
          toVisit.push(child4.children);
        }
      }
    }
  }
  return zero3;
});

// ../../node_modules/.pnpm/effect@3.22.4/node_modules/effect/dist/esm/internal/hashSet.js
var HashSetSymbolKey = "effect/HashSet";
var HashSetTypeId = /* @__PURE__ */ Symbol.for(HashSetSymbolKey);
var HashSetProto = {
  [HashSetTypeId]: HashSetTypeId,
  [Symbol.iterator]() {
    return keys(this._keyMap);
  },
  [symbol]() {
    return cached(this, combine(hash(this._keyMap))(hash(HashSetSymbolKey)));
  },
  [symbol2](that) {
    if (isHashSet(that)) {
      return size(this._keyMap) === size(that._keyMap) && equals(this._keyMap, that._keyMap);
    }
    return false;
  },
  toString() {
    return format(this.toJSON());
  },
  toJSON() {
    return {
      _id: "HashSet",
      values: Array.from(this).map(toJSON)
    };
  },
  [NodeInspectSymbol]() {
    return this.toJSON();
  },
  pipe() {
    return pipeArguments(this, arguments);
  }
};
var makeImpl2 = (keyMap) => {
  const set8 = Object.create(HashSetProto);
  set8._keyMap = keyMap;
  return set8;
};
var isHashSet = (u) => hasProperty(u, HashSetTypeId);
var _empty4 = /* @__PURE__ */ makeImpl2(/* @__PURE__ */ empty6());
var empty7 = () => _empty4;
var fromIterable4 = (elements) => {
  const set8 = beginMutation2(empty7());
  for (const value3 of elements) {
    add3(set8, value3);
  }
  return endMutation2(set8);
};
var make8 = (...elements) => {
  const set8 = beginMutation2(empty7());
  for (const value3 of elements) {
    add3(set8, value3);
  }
  return endMutation2(set8);
};
var has2 = /* @__PURE__ */ dual(2, (self, value3) => has(self._keyMap, value3));
var size2 = (self) => size(self._keyMap);
var beginMutation2 = (self) => makeImpl2(beginMutation(self._keyMap));
var endMutation2 = (self) => {
  ;
  self._keyMap._editable = false;
  return self;
};
var mutate = /* @__PURE__ */ dual(2, (self, f2) => {
  const transient = beginMutation2(self);
  f2(transient);
  return endMutation2(transient);
});
var add3 = /* @__PURE__ */ dual(2, (self, value3) => self._keyMap._editable ? (set(value3, true)(self._keyMap), self) : makeImpl2(set(value3, true)(self._keyMap)));
var remove3 = /* @__PURE__ */ dual(2, (self, value3) => self._keyMap._editable ? (remove2(value3)(self._keyMap), self) : makeImpl2(remove2(value3)(self._keyMap)));
var difference2 = /* @__PURE__ */ dual(2, (self, that) => mutate(self, (set8) => {
  for (const value3 of that) {
    remove3(set8, value3);
  }
}));
var union2 = /* @__PURE__ */ dual(2, (self, that) => mutate(empty7(), (set8) => {
  forEach2(self, (value3) => add3(set8, value3));
  for (const value3 of that) {
    add3(set8, value3);
  }
}));
var forEach2 = /* @__PURE__ */ dual(2, (self, f2) => forEach(self._keyMap, (_, k) => f2(k)));
var reduce3 = /* @__PURE__ */ dual(3, (self, zero3, f2) => reduce2(self._keyMap, zero3, (z, _, a) => f2(z, a)));

// ../../node_modules/.pnpm/effect@3.22.4/node_modules/effect/dist/esm/HashSet.js
var empty8 = empty7;
var fromIterable5 = fromIterable4;
var make9 = make8;
var has3 = has2;
var size3 = size2;
var add4 = add3;
var remove4 = remove3;
var difference3 = difference2;
var union3 = union2;
var reduce4 = reduce3;

// ../../node_modules/.pnpm/effect@3.22.4/node_modules/effect/dist/esm/internal/opCodes/cause.js
var OP_DIE = "Die";
var OP_EMPTY = "Empty";
var OP_FAIL = "Fail";
var OP_INTERRUPT = "Interrupt";
var OP_PARALLEL = "Parallel";
var OP_SEQUENTIAL = "Sequential";

// ../../node_modules/.pnpm/effect@3.22.4/node_modules/effect/dist/esm/internal/cause.js
var CauseSymbolKey = "effect/Cause";
var CauseTypeId = /* @__PURE__ */ Symbol.for(CauseSymbolKey);
var variance = {
  /* c8 ignore next */
  _E: (_) => _
};
var proto = {
  [CauseTypeId]: variance,
  [symbol]() {
    return pipe(hash(CauseSymbolKey), combine(hash(flattenCause(this))), cached(this));
  },
  [symbol2](that) {
    return isCause(that) && causeEquals(this, that);
  },
  pipe() {
    return pipeArguments(this, arguments);
  },
  toJSON() {
    switch (this._tag) {
      case "Empty":
        return {
          _id: "Cause",
          _tag: this._tag
        };
      case "Die":
        return {
          _id: "Cause",
          _tag: this._tag,
          defect: toJSON(this.defect)
        };
      case "Interrupt":
        return {
          _id: "Cause",
          _tag: this._tag,
          fiberId: this.fiberId.toJSON()
        };
      case "Fail":
        return {
          _id: "Cause",
          _tag: this._tag,
          error: toJSON(this.error)
        };
      case "Sequential":
      case "Parallel":
        return {
          _id: "Cause",
          _tag: this._tag,
          left: toJSON(this.left),
          right: toJSON(this.right)
        };
    }
  },
  toString() {
    return pretty(this);
  },
  [NodeInspectSymbol]() {
    return this.toJSON();
  }
};
var empty9 = /* @__PURE__ */ (() => {
  const o = /* @__PURE__ */ Object.create(proto);
  o._tag = OP_EMPTY;
  return o;
})();
var fail = (error) => {
  const o = Object.create(proto);
  o._tag = OP_FAIL;
  o.error = error;
  return o;
};
var die = (defect) => {
  const o = Object.create(proto);
  o._tag = OP_DIE;
  o.defect = defect;
  return o;
};
var interrupt = (fiberId2) => {
  const o = Object.create(proto);
  o._tag = OP_INTERRUPT;
  o.fiberId = fiberId2;
  return o;
};
var parallel = (left3, right3) => {
  const o = Object.create(proto);
  o._tag = OP_PARALLEL;
  o.left = left3;
  o.right = right3;
  return o;
};
var sequential = (left3, right3) => {
  const o = Object.create(proto);
  o._tag = OP_SEQUENTIAL;
  o.left = left3;
  o.right = right3;
  return o;
};
var isCause = (u) => hasProperty(u, CauseTypeId);
var isEmptyType = (self) => self._tag === OP_EMPTY;
var isFailType = (self) => self._tag === OP_FAIL;
var isEmpty3 = (self) => {
  if (self._tag === OP_EMPTY) {
    return true;
  }
  return reduce5(self, true, (acc, cause2) => {
    switch (cause2._tag) {
      case OP_EMPTY: {
        return some2(acc);
      }
      case OP_DIE:
      case OP_FAIL:
      case OP_INTERRUPT: {
        return some2(false);
      }
      default: {
        return none2();
      }
    }
  });
};
var isInterrupted = (self) => isSome2(interruptOption(self));
var isInterruptedOnly = (self) => reduceWithContext(void 0, IsInterruptedOnlyCauseReducer)(self);
var failures = (self) => reverse2(reduce5(self, empty5(), (list2, cause2) => cause2._tag === OP_FAIL ? some2(pipe(list2, prepend2(cause2.error))) : none2()));
var defects = (self) => reverse2(reduce5(self, empty5(), (list2, cause2) => cause2._tag === OP_DIE ? some2(pipe(list2, prepend2(cause2.defect))) : none2()));
var interruptors = (self) => reduce5(self, empty8(), (set8, cause2) => cause2._tag === OP_INTERRUPT ? some2(pipe(set8, add4(cause2.fiberId))) : none2());
var failureOption = (self) => find(self, (cause2) => cause2._tag === OP_FAIL ? some2(cause2.error) : none2());
var failureOrCause = (self) => {
  const option2 = failureOption(self);
  switch (option2._tag) {
    case "None": {
      return right2(self);
    }
    case "Some": {
      return left2(option2.value);
    }
  }
};
var interruptOption = (self) => find(self, (cause2) => cause2._tag === OP_INTERRUPT ? some2(cause2.fiberId) : none2());
var keepDefectsAndElectFailures = (self) => match3(self, {
  onEmpty: none2(),
  onFail: (failure) => some2(die(failure)),
  onDie: (defect) => some2(die(defect)),
  onInterrupt: () => none2(),
  onSequential: mergeWith(sequential),
  onParallel: mergeWith(parallel)
});
var stripFailures = (self) => match3(self, {
  onEmpty: empty9,
  onFail: () => empty9,
  onDie: die,
  onInterrupt: interrupt,
  onSequential: sequential,
  onParallel: parallel
});
var electFailures = (self) => match3(self, {
  onEmpty: empty9,
  onFail: die,
  onDie: die,
  onInterrupt: interrupt,
  onSequential: sequential,
  onParallel: parallel
});
var causeEquals = (left3, right3) => {
  let leftStack = of2(left3);
  let rightStack = of2(right3);
  while (isNonEmpty(leftStack) && isNonEmpty(rightStack)) {
    const [leftParallel, leftSequential] = pipe(headNonEmpty2(leftStack), reduce5([empty8(), empty5()], ([parallel4, sequential4], cause2) => {
      const [par2, seq2] = evaluateCause(cause2);
      return some2([pipe(parallel4, union3(par2)), pipe(sequential4, appendAll2(seq2))]);
    }));
    const [rightParallel, rightSequential] = pipe(headNonEmpty2(rightStack), reduce5([empty8(), empty5()], ([parallel4, sequential4], cause2) => {
      const [par2, seq2] = evaluateCause(cause2);
      return some2([pipe(parallel4, union3(par2)), pipe(sequential4, appendAll2(seq2))]);
    }));
    if (!equals(leftParallel, rightParallel)) {
      return false;
    }
    leftStack = leftSequential;
    rightStack = rightSequential;
  }
  return true;
};
var flattenCause = (cause2) => {
  return flattenCauseLoop(of2(cause2), empty5());
};
var flattenCauseLoop = (causes, flattened) => {
  while (1) {
    const [parallel4, sequential4] = pipe(causes, reduce([empty8(), empty5()], ([parallel5, sequential5], cause2) => {
      const [par2, seq2] = evaluateCause(cause2);
      return [pipe(parallel5, union3(par2)), pipe(sequential5, appendAll2(seq2))];
    }));
    const updated = size3(parallel4) > 0 ? pipe(flattened, prepend2(parallel4)) : flattened;
    if (isEmpty(sequential4)) {
      return reverse2(updated);
    }
    causes = sequential4;
    flattened = updated;
  }
  throw new Error(getBugErrorMessage("Cause.flattenCauseLoop"));
};
var find = /* @__PURE__ */ dual(2, (self, pf) => {
  const stack = [self];
  while (stack.length > 0) {
    const item = stack.pop();
    const option2 = pf(item);
    switch (option2._tag) {
      case "None": {
        switch (item._tag) {
          case OP_SEQUENTIAL:
          case OP_PARALLEL: {
            stack.push(item.right);
            stack.push(item.left);
            break;
          }
        }
        break;
      }
      case "Some": {
        return option2;
      }
    }
  }
  return none2();
});
var evaluateCause = (self) => {
  let cause2 = self;
  const stack = [];
  let _parallel = empty8();
  let _sequential = empty5();
  while (cause2 !== void 0) {
    switch (cause2._tag) {
      case OP_EMPTY: {
        if (stack.length === 0) {
          return [_parallel, _sequential];
        }
        cause2 = stack.pop();
        break;
      }
      case OP_FAIL: {
        _parallel = add4(_parallel, make6(cause2._tag, cause2.error));
        if (stack.length === 0) {
          return [_parallel, _sequential];
        }
        cause2 = stack.pop();
        break;
      }
      case OP_DIE: {
        _parallel = add4(_parallel, make6(cause2._tag, cause2.defect));
        if (stack.length === 0) {
          return [_parallel, _sequential];
        }
        cause2 = stack.pop();
        break;
      }
      case OP_INTERRUPT: {
        _parallel = add4(_parallel, make6(cause2._tag, cause2.fiberId));
        if (stack.length === 0) {
          return [_parallel, _sequential];
        }
        cause2 = stack.pop();
        break;
      }
      case OP_SEQUENTIAL: {
        switch (cause2.left._tag) {
          case OP_EMPTY: {
            cause2 = cause2.right;
            break;
          }
          case OP_SEQUENTIAL: {
            cause2 = sequential(cause2.left.left, sequential(cause2.left.right, cause2.right));
            break;
          }
          case OP_PARALLEL: {
            cause2 = parallel(sequential(cause2.left.left, cause2.right), sequential(cause2.left.right, cause2.right));
            break;
          }
          default: {
            _sequential = prepend2(_sequential, cause2.right);
            cause2 = cause2.left;
            break;
          }
        }
        break;
      }
      case OP_PARALLEL: {
        stack.push(cause2.right);
        cause2 = cause2.left;
        break;
      }
    }
  }
  throw new Error(getBugErrorMessage("Cause.evaluateCauseLoop"));
};
var IsInterruptedOnlyCauseReducer = {
  emptyCase: constTrue,
  failCase: constFalse,
  dieCase: constFalse,
  interruptCase: constTrue,
  sequentialCase: (_, left3, right3) => left3 && right3,
  parallelCase: (_, left3, right3) => left3 && right3
};
var OP_SEQUENTIAL_CASE = "SequentialCase";
var OP_PARALLEL_CASE = "ParallelCase";
var match3 = /* @__PURE__ */ dual(2, (self, {
  onDie,
  onEmpty,
  onFail,
  onInterrupt: onInterrupt3,
  onParallel,
  onSequential
}) => {
  return reduceWithContext(self, void 0, {
    emptyCase: () => onEmpty,
    failCase: (_, error) => onFail(error),
    dieCase: (_, defect) => onDie(defect),
    interruptCase: (_, fiberId2) => onInterrupt3(fiberId2),
    sequentialCase: (_, left3, right3) => onSequential(left3, right3),
    parallelCase: (_, left3, right3) => onParallel(left3, right3)
  });
});
var reduce5 = /* @__PURE__ */ dual(3, (self, zero3, pf) => {
  let accumulator = zero3;
  let cause2 = self;
  const causes = [];
  while (cause2 !== void 0) {
    const option2 = pf(accumulator, cause2);
    accumulator = isSome2(option2) ? option2.value : accumulator;
    switch (cause2._tag) {
      case OP_SEQUENTIAL: {
        causes.push(cause2.right);
        cause2 = cause2.left;
        break;
      }
      case OP_PARALLEL: {
        causes.push(cause2.right);
        cause2 = cause2.left;
        break;
      }
      default: {
        cause2 = void 0;
        break;
      }
    }
    if (cause2 === void 0 && causes.length > 0) {
      cause2 = causes.pop();
    }
  }
  return accumulator;
});
var reduceWithContext = /* @__PURE__ */ dual(3, (self, context3, reducer) => {
  const input = [self];
  const output = [];
  while (input.length > 0) {
    const cause2 = input.pop();
    switch (cause2._tag) {
      case OP_EMPTY: {
        output.push(right2(reducer.emptyCase(context3)));
        break;
      }
      case OP_FAIL: {
        output.push(right2(reducer.failCase(context3, cause2.error)));
        break;
      }
      case OP_DIE: {
        output.push(right2(reducer.dieCase(context3, cause2.defect)));
        break;
      }
      case OP_INTERRUPT: {
        output.push(right2(reducer.interruptCase(context3, cause2.fiberId)));
        break;
      }
      case OP_SEQUENTIAL: {
        input.push(cause2.right);
        input.push(cause2.left);
        output.push(left2({
          _tag: OP_SEQUENTIAL_CASE
        }));
        break;
      }
      case OP_PARALLEL: {
        input.push(cause2.right);
        input.push(cause2.left);
        output.push(left2({
          _tag: OP_PARALLEL_CASE
        }));
        break;
      }
    }
  }
  const accumulator = [];
  while (output.length > 0) {
    const either5 = output.pop();
    switch (either5._tag) {
      case "Left": {
        switch (either5.left._tag) {
          case OP_SEQUENTIAL_CASE: {
            const left3 = accumulator.pop();
            const right3 = accumulator.pop();
            const value3 = reducer.sequentialCase(context3, left3, right3);
            accumulator.push(value3);
            break;
          }
          case OP_PARALLEL_CASE: {
            const left3 = accumulator.pop();
            const right3 = accumulator.pop();
            const value3 = reducer.parallelCase(context3, left3, right3);
            accumulator.push(value3);
            break;
          }
        }
        break;
      }
      case "Right": {
        accumulator.push(either5.right);
        break;
      }
    }
  }
  if (accumulator.length === 0) {
    throw new Error("BUG: Cause.reduceWithContext - please report an issue at https://github.com/Effect-TS/effect/issues");
  }
  return accumulator.pop();
});
var pretty = (cause2, options2) => {
  if (isInterruptedOnly(cause2)) {
    return "All fibers interrupted without errors.";
  }
  return prettyErrors(cause2).map(function(e) {
    if (options2?.renderErrorCause !== true || e.cause === void 0) {
      return e.stack;
    }
    return `${e.stack} {
${renderErrorCause(e.cause, "  ")}
}`;
  }).join("\n");
};
var renderErrorCause = (cause2, prefix) => {
  const lines = cause2.stack.split("\n");
  let stack = `${prefix}[cause]: ${lines[0]}`;
  for (let i = 1, len = lines.length; i < len; i++) {
    stack += `
${prefix}${lines[i]}`;
  }
  if (cause2.cause) {
    stack += ` {
${renderErrorCause(cause2.cause, `${prefix}  `)}
${prefix}}`;
  }
  return stack;
};
var makePrettyError = (originalError) => {
  const originalErrorIsObject = typeof originalError === "object" && originalError !== null;
  const prevLimit = getStackTraceLimit();
  setStackTraceLimit(1);
  const error = new Error(prettyErrorMessage(originalError), originalErrorIsObject && "cause" in originalError && typeof originalError.cause !== "undefined" ? {
    cause: makePrettyError(originalError.cause)
  } : void 0);
  setStackTraceLimit(prevLimit);
  if (error.message === "") {
    error.message = "An error has occurred";
  }
  setStackTraceLimit(prevLimit);
  error.name = originalError instanceof Error ? originalError.name : "Error";
  if (originalErrorIsObject) {
    if (spanSymbol in originalError) {
      error.span = originalError[spanSymbol];
    }
    Object.keys(originalError).forEach((key3) => {
      if (!(key3 in error)) {
        error[key3] = originalError[key3];
      }
    });
  }
  error.stack = prettyErrorStack(`${error.name}: ${error.message}`, originalError instanceof Error && originalError.stack ? originalError.stack : "", error.span);
  return error;
};
var prettyErrorMessage = (u) => {
  if (typeof u === "string") {
    return u;
  }
  if (typeof u === "object" && u !== null && u instanceof Error) {
    return u.message;
  }
  try {
    if (hasProperty(u, "toString") && isFunction2(u["toString"]) && u["toString"] !== Object.prototype.toString && u["toString"] !== globalThis.Array.prototype.toString) {
      return u["toString"]();
    }
  } catch {
  }
  return stringifyCircular(u);
};
var locationRegex = /\((.*)\)/g;
var spanToTrace = /* @__PURE__ */ globalValue("effect/Tracer/spanToTrace", () => /* @__PURE__ */ new WeakMap());
var prettyErrorStack = (message2, stack, span2) => {
  const out2 = [message2];
  const lines = stack.startsWith(message2) ? stack.slice(message2.length).split("\n") : stack.split("\n");
  for (let i = 1; i < lines.length; i++) {
    if (lines[i].includes(" at new BaseEffectError") || lines[i].includes(" at new YieldableError")) {
      i++;
      continue;
    }
    if (lines[i].includes("Generator.next")) {
      break;
    }
    if (lines[i].includes("effect_internal_function")) {
      break;
    }
    out2.push(lines[i].replace(/at .*effect_instruction_i.*\((.*)\)/, "at $1").replace(/EffectPrimitive\.\w+/, "<anonymous>"));
  }
  if (span2) {
    let current = span2;
    let i = 0;
    while (current && current._tag === "Span" && i < 10) {
      const stackFn = spanToTrace.get(current);
      if (typeof stackFn === "function") {
        const stack2 = stackFn();
        if (typeof stack2 === "string") {
          const locationMatchAll = stack2.matchAll(locationRegex);
          let match12 = false;
          for (const [, location] of locationMatchAll) {
            match12 = true;
            out2.push(`    at ${current.name} (${location})`);
          }
          if (!match12) {
            out2.push(`    at ${current.name} (${stack2.replace(/^at /, "")})`);
          }
        } else {
          out2.push(`    at ${current.name}`);
        }
      } else {
        out2.push(`    at ${current.name}`);
      }
      current = getOrUndefined(current.parent);
      i++;
    }
  }
  return out2.join("\n");
};
var spanSymbol = /* @__PURE__ */ Symbol.for("effect/SpanAnnotation");
var prettyErrors = (cause2) => reduceWithContext(cause2, void 0, {
  emptyCase: () => [],
  dieCase: (_, unknownError) => {
    return [makePrettyError(unknownError)];
  },
  failCase: (_, error) => {
    return [makePrettyError(error)];
  },
  interruptCase: () => [],
  parallelCase: (_, l, r) => [...l, ...r],
  sequentialCase: (_, l, r) => [...l, ...r]
});

// ../../node_modules/.pnpm/effect@3.22.4/node_modules/effect/dist/esm/Duration.js
var TypeId5 = /* @__PURE__ */ Symbol.for("effect/Duration");
var bigint0 = /* @__PURE__ */ BigInt(0);
var bigint24 = /* @__PURE__ */ BigInt(24);
var bigint60 = /* @__PURE__ */ BigInt(60);
var bigint1e3 = /* @__PURE__ */ BigInt(1e3);
var bigint1e6 = /* @__PURE__ */ BigInt(1e6);
var bigint1e9 = /* @__PURE__ */ BigInt(1e9);
var DURATION_REGEX = /^(-?\d+(?:\.\d+)?)\s+(nanos?|micros?|millis?|seconds?|minutes?|hours?|days?|weeks?)$/;
var parseNanos = (input, scale) => input.includes(".") ? BigInt(Math.round(Number(input) * scale)) : BigInt(input) * BigInt(scale);
var decode = (input) => {
  if (isDuration(input)) {
    return input;
  } else if (isNumber(input)) {
    return millis(input);
  } else if (isBigInt(input)) {
    return nanos(input);
  } else if (Array.isArray(input) && input.length === 2 && input.every(isNumber)) {
    if (input[0] === -Infinity || input[1] === -Infinity || Number.isNaN(input[0]) || Number.isNaN(input[1])) {
      return zero;
    }
    if (input[0] === Infinity || input[1] === Infinity) {
      return infinity;
    }
    return nanos(BigInt(Math.round(input[0] * 1e9)) + BigInt(Math.round(input[1])));
  } else if (isString(input)) {
    const match12 = DURATION_REGEX.exec(input);
    if (match12) {
      const [_, valueStr, unit] = match12;
      const value3 = Number(valueStr);
      switch (unit) {
        case "nano":
        case "nanos":
          return nanos(parseNanos(valueStr, 1));
        case "micro":
        case "micros":
          return nanos(parseNanos(valueStr, 1e3));
        case "milli":
        case "millis":
          return millis(value3);
        case "second":
        case "seconds":
          return seconds(value3);
        case "minute":
        case "minutes":
          return minutes(value3);
        case "hour":
        case "hours":
          return hours(value3);
        case "day":
        case "days":
          return days(value3);
        case "week":
        case "weeks":
          return weeks(value3);
      }
    }
  }
  throw new Error("Invalid DurationInput");
};
var zeroValue = {
  _tag: "Millis",
  millis: 0
};
var infinityValue = {
  _tag: "Infinity"
};
var DurationProto = {
  [TypeId5]: TypeId5,
  [symbol]() {
    return cached(this, structure(this.value));
  },
  [symbol2](that) {
    return isDuration(that) && equals2(this, that);
  },
  toString() {
    return `Duration(${format2(this)})`;
  },
  toJSON() {
    switch (this.value._tag) {
      case "Millis":
        return {
          _id: "Duration",
          _tag: "Millis",
          millis: this.value.millis
        };
      case "Nanos":
        return {
          _id: "Duration",
          _tag: "Nanos",
          hrtime: toHrTime(this)
        };
      case "Infinity":
        return {
          _id: "Duration",
          _tag: "Infinity"
        };
    }
  },
  [NodeInspectSymbol]() {
    return this.toJSON();
  },
  pipe() {
    return pipeArguments(this, arguments);
  }
};
var make10 = (input) => {
  const duration = Object.create(DurationProto);
  if (isNumber(input)) {
    if (isNaN(input) || input <= 0) {
      duration.value = zeroValue;
    } else if (!Number.isFinite(input)) {
      duration.value = infinityValue;
    } else if (!Number.isInteger(input)) {
      duration.value = {
        _tag: "Nanos",
        nanos: BigInt(Math.round(input * 1e6))
      };
    } else {
      duration.value = {
        _tag: "Millis",
        millis: input
      };
    }
  } else if (input <= bigint0) {
    duration.value = zeroValue;
  } else {
    duration.value = {
      _tag: "Nanos",
      nanos: input
    };
  }
  return duration;
};
var isDuration = (u) => hasProperty(u, TypeId5);
var isZero = (self) => {
  switch (self.value._tag) {
    case "Millis": {
      return self.value.millis === 0;
    }
    case "Nanos": {
      return self.value.nanos === bigint0;
    }
    case "Infinity": {
      return false;
    }
  }
};
var zero = /* @__PURE__ */ make10(0);
var infinity = /* @__PURE__ */ make10(Infinity);
var nanos = (nanos2) => make10(nanos2);
var millis = (millis5) => make10(millis5);
var seconds = (seconds3) => make10(seconds3 * 1e3);
var minutes = (minutes2) => make10(minutes2 * 6e4);
var hours = (hours3) => make10(hours3 * 36e5);
var days = (days2) => make10(days2 * 864e5);
var weeks = (weeks2) => make10(weeks2 * 6048e5);
var toMillis = (self) => match4(self, {
  onMillis: (millis5) => millis5,
  onNanos: (nanos2) => Number(nanos2) / 1e6
});
var unsafeToNanos = (self) => {
  const _self = decode(self);
  switch (_self.value._tag) {
    case "Infinity":
      throw new Error("Cannot convert infinite duration to nanos");
    case "Nanos":
      return _self.value.nanos;
    case "Millis":
      return BigInt(Math.round(_self.value.millis * 1e6));
  }
};
var toHrTime = (self) => {
  const _self = decode(self);
  switch (_self.value._tag) {
    case "Infinity":
      return [Infinity, 0];
    case "Nanos":
      return [Number(_self.value.nanos / bigint1e9), Number(_self.value.nanos % bigint1e9)];
    case "Millis":
      return [Math.floor(_self.value.millis / 1e3), Math.round(_self.value.millis % 1e3 * 1e6)];
  }
};
var match4 = /* @__PURE__ */ dual(2, (self, options2) => {
  const _self = decode(self);
  switch (_self.value._tag) {
    case "Nanos":
      return options2.onNanos(_self.value.nanos);
    case "Infinity":
      return options2.onMillis(Infinity);
    case "Millis":
      return options2.onMillis(_self.value.millis);
  }
});
var matchWith = /* @__PURE__ */ dual(3, (self, that, options2) => {
  const _self = decode(self);
  const _that = decode(that);
  if (_self.value._tag === "Infinity" || _that.value._tag === "Infinity") {
    return options2.onMillis(toMillis(_self), toMillis(_that));
  } else if (_self.value._tag === "Nanos" || _that.value._tag === "Nanos") {
    const selfNanos = _self.value._tag === "Nanos" ? _self.value.nanos : BigInt(Math.round(_self.value.millis * 1e6));
    const thatNanos = _that.value._tag === "Nanos" ? _that.value.nanos : BigInt(Math.round(_that.value.millis * 1e6));
    return options2.onNanos(selfNanos, thatNanos);
  }
  return options2.onMillis(_self.value.millis, _that.value.millis);
});
var Order = /* @__PURE__ */ make4((self, that) => matchWith(self, that, {
  onMillis: (self2, that2) => self2 < that2 ? -1 : self2 > that2 ? 1 : 0,
  onNanos: (self2, that2) => self2 < that2 ? -1 : self2 > that2 ? 1 : 0
}));
var Equivalence = (self, that) => matchWith(self, that, {
  onMillis: (self2, that2) => self2 === that2,
  onNanos: (self2, that2) => self2 === that2
});
var _min = /* @__PURE__ */ min(Order);
var min2 = /* @__PURE__ */ dual(2, (self, that) => _min(decode(self), decode(that)));
var _max = /* @__PURE__ */ max(Order);
var max2 = /* @__PURE__ */ dual(2, (self, that) => _max(decode(self), decode(that)));
var lessThanOrEqualTo2 = /* @__PURE__ */ dual(2, (self, that) => matchWith(self, that, {
  onMillis: (self2, that2) => self2 <= that2,
  onNanos: (self2, that2) => self2 <= that2
}));
var greaterThan2 = /* @__PURE__ */ dual(2, (self, that) => matchWith(self, that, {
  onMillis: (self2, that2) => self2 > that2,
  onNanos: (self2, that2) => self2 > that2
}));
var greaterThanOrEqualTo2 = /* @__PURE__ */ dual(2, (self, that) => matchWith(self, that, {
  onMillis: (self2, that2) => self2 >= that2,
  onNanos: (self2, that2) => self2 >= that2
}));
var equals2 = /* @__PURE__ */ dual(2, (self, that) => Equivalence(decode(self), decode(that)));
var parts = (self) => {
  const duration = decode(self);
  if (duration.value._tag === "Infinity") {
    return {
      days: Infinity,
      hours: Infinity,
      minutes: Infinity,
      seconds: Infinity,
      millis: Infinity,
      nanos: Infinity
    };
  }
  const nanos2 = unsafeToNanos(duration);
  const ms = nanos2 / bigint1e6;
  const sec = ms / bigint1e3;
  const min4 = sec / bigint60;
  const hr = min4 / bigint60;
  const days2 = hr / bigint24;
  return {
    days: Number(days2),
    hours: Number(hr % bigint24),
    minutes: Number(min4 % bigint60),
    seconds: Number(sec % bigint60),
    millis: Number(ms % bigint1e3),
    nanos: Number(nanos2 % bigint1e6)
  };
};
var format2 = (self) => {
  const duration = decode(self);
  if (duration.value._tag === "Infinity") {
    return "Infinity";
  }
  if (isZero(duration)) {
    return "0";
  }
  const fragments = parts(duration);
  const pieces = [];
  if (fragments.days !== 0) {
    pieces.push(`${fragments.days}d`);
  }
  if (fragments.hours !== 0) {
    pieces.push(`${fragments.hours}h`);
  }
  if (fragments.minutes !== 0) {
    pieces.push(`${fragments.minutes}m`);
  }
  if (fragments.seconds !== 0) {
    pieces.push(`${fragments.seconds}s`);
  }
  if (fragments.millis !== 0) {
    pieces.push(`${fragments.millis}ms`);
  }
  if (fragments.nanos !== 0) {
    pieces.push(`${fragments.nanos}ns`);
  }
  return pieces.join(" ");
};

// ../../node_modules/.pnpm/effect@3.22.4/node_modules/effect/dist/esm/MutableRef.js
var TypeId6 = /* @__PURE__ */ Symbol.for("effect/MutableRef");
var MutableRefProto = {
  [TypeId6]: TypeId6,
  toString() {
    return format(this.toJSON());
  },
  toJSON() {
    return {
      _id: "MutableRef",
      current: toJSON(this.current)
    };
  },
  [NodeInspectSymbol]() {
    return this.toJSON();
  },
  pipe() {
    return pipeArguments(this, arguments);
  }
};
var make11 = (value3) => {
  const ref = Object.create(MutableRefProto);
  ref.current = value3;
  return ref;
};
var compareAndSet = /* @__PURE__ */ dual(3, (self, oldValue, newValue) => {
  if (equals(oldValue, self.current)) {
    self.current = newValue;
    return true;
  }
  return false;
});
var get6 = (self) => self.current;
var set2 = /* @__PURE__ */ dual(2, (self, value3) => {
  self.current = value3;
  return self;
});

// ../../node_modules/.pnpm/effect@3.22.4/node_modules/effect/dist/esm/internal/fiberId.js
var FiberIdSymbolKey = "effect/FiberId";
var FiberIdTypeId = /* @__PURE__ */ Symbol.for(FiberIdSymbolKey);
var OP_NONE = "None";
var OP_RUNTIME = "Runtime";
var OP_COMPOSITE = "Composite";
var emptyHash = /* @__PURE__ */ string(`${FiberIdSymbolKey}-${OP_NONE}`);
var None = class {
  [FiberIdTypeId] = FiberIdTypeId;
  _tag = OP_NONE;
  id = -1;
  startTimeMillis = -1;
  [symbol]() {
    return emptyHash;
  }
  [symbol2](that) {
    return isFiberId(that) && that._tag === OP_NONE;
  }
  toString() {
    return format(this.toJSON());
  }
  toJSON() {
    return {
      _id: "FiberId",
      _tag: this._tag
    };
  }
  [NodeInspectSymbol]() {
    return this.toJSON();
  }
};
var Runtime = class {
  id;
  startTimeMillis;
  [FiberIdTypeId] = FiberIdTypeId;
  _tag = OP_RUNTIME;
  constructor(id2, startTimeMillis) {
    this.id = id2;
    this.startTimeMillis = startTimeMillis;
  }
  [symbol]() {
    return cached(this, string(`${FiberIdSymbolKey}-${this._tag}-${this.id}-${this.startTimeMillis}`));
  }
  [symbol2](that) {
    return isFiberId(that) && that._tag === OP_RUNTIME && this.id === that.id && this.startTimeMillis === that.startTimeMillis;
  }
  toString() {
    return format(this.toJSON());
  }
  toJSON() {
    return {
      _id: "FiberId",
      _tag: this._tag,
      id: this.id,
      startTimeMillis: this.startTimeMillis
    };
  }
  [NodeInspectSymbol]() {
    return this.toJSON();
  }
};
var Composite = class {
  left;
  right;
  [FiberIdTypeId] = FiberIdTypeId;
  _tag = OP_COMPOSITE;
  constructor(left3, right3) {
    this.left = left3;
    this.right = right3;
  }
  _hash;
  [symbol]() {
    return pipe(string(`${FiberIdSymbolKey}-${this._tag}`), combine(hash(this.left)), combine(hash(this.right)), cached(this));
  }
  [symbol2](that) {
    return isFiberId(that) && that._tag === OP_COMPOSITE && equals(this.left, that.left) && equals(this.right, that.right);
  }
  toString() {
    return format(this.toJSON());
  }
  toJSON() {
    return {
      _id: "FiberId",
      _tag: this._tag,
      left: toJSON(this.left),
      right: toJSON(this.right)
    };
  }
  [NodeInspectSymbol]() {
    return this.toJSON();
  }
};
var none3 = /* @__PURE__ */ new None();
var isFiberId = (self) => hasProperty(self, FiberIdTypeId);
var combine2 = /* @__PURE__ */ dual(2, (self, that) => {
  if (self._tag === OP_NONE) {
    return that;
  }
  if (that._tag === OP_NONE) {
    return self;
  }
  return new Composite(self, that);
});
var ids = (self) => {
  switch (self._tag) {
    case OP_NONE: {
      return empty8();
    }
    case OP_RUNTIME: {
      return make9(self.id);
    }
    case OP_COMPOSITE: {
      return pipe(ids(self.left), union3(ids(self.right)));
    }
  }
};
var _fiberCounter = /* @__PURE__ */ globalValue(/* @__PURE__ */ Symbol.for("effect/Fiber/Id/_fiberCounter"), () => make11(0));
var make12 = (id2, startTimeSeconds) => {
  return new Runtime(id2, startTimeSeconds);
};
var threadName = (self) => {
  const identifiers = Array.from(ids(self)).map((n2) => `#${n2}`).join(",");
  return identifiers;
};
var unsafeMake = () => {
  const id2 = get6(_fiberCounter);
  pipe(_fiberCounter, set2(id2 + 1));
  return new Runtime(id2, Date.now());
};

// ../../node_modules/.pnpm/effect@3.22.4/node_modules/effect/dist/esm/FiberId.js
var none4 = none3;
var combine3 = combine2;
var ids2 = ids;
var make13 = make12;
var threadName2 = threadName;
var unsafeMake2 = unsafeMake;

// ../../node_modules/.pnpm/effect@3.22.4/node_modules/effect/dist/esm/HashMap.js
var empty10 = empty6;
var fromIterable6 = fromIterable3;
var isEmpty4 = isEmpty2;
var get7 = get5;
var set3 = set;
var keys2 = keys;
var modifyAt2 = modifyAt;
var map7 = map4;
var forEach3 = forEach;
var reduce6 = reduce2;

// ../../node_modules/.pnpm/effect@3.22.4/node_modules/effect/dist/esm/List.js
var TypeId7 = /* @__PURE__ */ Symbol.for("effect/List");
var toArray2 = (self) => fromIterable(self);
var getEquivalence4 = (isEquivalent) => mapInput(getEquivalence2(isEquivalent), toArray2);
var _equivalence4 = /* @__PURE__ */ getEquivalence4(equals);
var ConsProto = {
  [TypeId7]: TypeId7,
  _tag: "Cons",
  toString() {
    return format(this.toJSON());
  },
  toJSON() {
    return {
      _id: "List",
      _tag: "Cons",
      values: toArray2(this).map(toJSON)
    };
  },
  [NodeInspectSymbol]() {
    return this.toJSON();
  },
  [symbol2](that) {
    return isList(that) && this._tag === that._tag && _equivalence4(this, that);
  },
  [symbol]() {
    return cached(this, array(toArray2(this)));
  },
  [Symbol.iterator]() {
    let done5 = false;
    let self = this;
    return {
      next() {
        if (done5) {
          return this.return();
        }
        if (self._tag === "Nil") {
          done5 = true;
          return this.return();
        }
        const value3 = self.head;
        self = self.tail;
        return {
          done: done5,
          value: value3
        };
      },
      return(value3) {
        if (!done5) {
          done5 = true;
        }
        return {
          done: true,
          value: value3
        };
      }
    };
  },
  pipe() {
    return pipeArguments(this, arguments);
  }
};
var makeCons = (head4, tail) => {
  const cons2 = Object.create(ConsProto);
  cons2.head = head4;
  cons2.tail = tail;
  return cons2;
};
var NilHash = /* @__PURE__ */ string("Nil");
var NilProto = {
  [TypeId7]: TypeId7,
  _tag: "Nil",
  toString() {
    return format(this.toJSON());
  },
  toJSON() {
    return {
      _id: "List",
      _tag: "Nil"
    };
  },
  [NodeInspectSymbol]() {
    return this.toJSON();
  },
  [symbol]() {
    return NilHash;
  },
  [symbol2](that) {
    return isList(that) && this._tag === that._tag;
  },
  [Symbol.iterator]() {
    return {
      next() {
        return {
          done: true,
          value: void 0
        };
      }
    };
  },
  pipe() {
    return pipeArguments(this, arguments);
  }
};
var _Nil = /* @__PURE__ */ Object.create(NilProto);
var isList = (u) => hasProperty(u, TypeId7);
var isNil = (self) => self._tag === "Nil";
var isCons = (self) => self._tag === "Cons";
var nil = () => _Nil;
var cons = (head4, tail) => makeCons(head4, tail);
var empty11 = nil;
var of3 = (value3) => makeCons(value3, _Nil);
var appendAll3 = /* @__PURE__ */ dual(2, (self, that) => prependAll(that, self));
var prepend3 = /* @__PURE__ */ dual(2, (self, element) => cons(element, self));
var prependAll = /* @__PURE__ */ dual(2, (self, prefix) => {
  if (isNil(self)) {
    return prefix;
  } else if (isNil(prefix)) {
    return self;
  } else {
    const result2 = makeCons(prefix.head, self);
    let curr = result2;
    let that = prefix.tail;
    while (!isNil(that)) {
      const temp = makeCons(that.head, self);
      curr.tail = temp;
      curr = temp;
      that = that.tail;
    }
    return result2;
  }
});
var reduce7 = /* @__PURE__ */ dual(3, (self, zero3, f2) => {
  let acc = zero3;
  let these = self;
  while (!isNil(these)) {
    acc = f2(acc, these.head);
    these = these.tail;
  }
  return acc;
});
var reverse3 = (self) => {
  let result2 = empty11();
  let these = self;
  while (!isNil(these)) {
    result2 = prepend3(result2, these.head);
    these = these.tail;
  }
  return result2;
};

// ../../node_modules/.pnpm/effect@3.22.4/node_modules/effect/dist/esm/internal/data.js
var ArrayProto = /* @__PURE__ */ Object.assign(/* @__PURE__ */ Object.create(Array.prototype), {
  [symbol]() {
    return cached(this, array(this));
  },
  [symbol2](that) {
    if (Array.isArray(that) && this.length === that.length) {
      return this.every((v, i) => equals(v, that[i]));
    } else {
      return false;
    }
  }
});
var Structural = /* @__PURE__ */ (function() {
  function Structural2(args2) {
    if (args2) {
      Object.assign(this, args2);
    }
  }
  Structural2.prototype = StructuralPrototype;
  return Structural2;
})();
var struct = (as5) => Object.assign(Object.create(StructuralPrototype), as5);

// ../../node_modules/.pnpm/effect@3.22.4/node_modules/effect/dist/esm/internal/differ/contextPatch.js
var ContextPatchTypeId = /* @__PURE__ */ Symbol.for("effect/DifferContextPatch");
function variance2(a) {
  return a;
}
var PatchProto = {
  ...Structural.prototype,
  [ContextPatchTypeId]: {
    _Value: variance2,
    _Patch: variance2
  }
};
var EmptyProto = /* @__PURE__ */ Object.assign(/* @__PURE__ */ Object.create(PatchProto), {
  _tag: "Empty"
});
var _empty5 = /* @__PURE__ */ Object.create(EmptyProto);
var empty12 = () => _empty5;
var AndThenProto = /* @__PURE__ */ Object.assign(/* @__PURE__ */ Object.create(PatchProto), {
  _tag: "AndThen"
});
var makeAndThen = (first6, second) => {
  const o = Object.create(AndThenProto);
  o.first = first6;
  o.second = second;
  return o;
};
var AddServiceProto = /* @__PURE__ */ Object.assign(/* @__PURE__ */ Object.create(PatchProto), {
  _tag: "AddService"
});
var makeAddService = (key3, service2) => {
  const o = Object.create(AddServiceProto);
  o.key = key3;
  o.service = service2;
  return o;
};
var RemoveServiceProto = /* @__PURE__ */ Object.assign(/* @__PURE__ */ Object.create(PatchProto), {
  _tag: "RemoveService"
});
var makeRemoveService = (key3) => {
  const o = Object.create(RemoveServiceProto);
  o.key = key3;
  return o;
};
var UpdateServiceProto = /* @__PURE__ */ Object.assign(/* @__PURE__ */ Object.create(PatchProto), {
  _tag: "UpdateService"
});
var makeUpdateService = (key3, update4) => {
  const o = Object.create(UpdateServiceProto);
  o.key = key3;
  o.update = update4;
  return o;
};
var diff = (oldValue, newValue) => {
  const missingServices = new Map(oldValue.unsafeMap);
  let patch9 = empty12();
  for (const [tag, newService] of newValue.unsafeMap.entries()) {
    if (missingServices.has(tag)) {
      const old = missingServices.get(tag);
      missingServices.delete(tag);
      if (!equals(old, newService)) {
        patch9 = combine4(makeUpdateService(tag, () => newService))(patch9);
      }
    } else {
      missingServices.delete(tag);
      patch9 = combine4(makeAddService(tag, newService))(patch9);
    }
  }
  for (const [tag] of missingServices.entries()) {
    patch9 = combine4(makeRemoveService(tag))(patch9);
  }
  return patch9;
};
var combine4 = /* @__PURE__ */ dual(2, (self, that) => makeAndThen(self, that));
var patch = /* @__PURE__ */ dual(2, (self, context3) => {
  if (self._tag === "Empty") {
    return context3;
  }
  let wasServiceUpdated = false;
  let patches = of2(self);
  const updatedContext = new Map(context3.unsafeMap);
  while (isNonEmpty(patches)) {
    const head4 = headNonEmpty2(patches);
    const tail = tailNonEmpty2(patches);
    switch (head4._tag) {
      case "Empty": {
        patches = tail;
        break;
      }
      case "AddService": {
        updatedContext.set(head4.key, head4.service);
        patches = tail;
        break;
      }
      case "AndThen": {
        patches = prepend2(prepend2(tail, head4.second), head4.first);
        break;
      }
      case "RemoveService": {
        updatedContext.delete(head4.key);
        patches = tail;
        break;
      }
      case "UpdateService": {
        updatedContext.set(head4.key, head4.update(updatedContext.get(head4.key)));
        wasServiceUpdated = true;
        patches = tail;
        break;
      }
    }
  }
  if (!wasServiceUpdated) {
    return makeContext(updatedContext);
  }
  const map15 = /* @__PURE__ */ new Map();
  for (const [tag] of context3.unsafeMap) {
    if (updatedContext.has(tag)) {
      map15.set(tag, updatedContext.get(tag));
      updatedContext.delete(tag);
    }
  }
  for (const [tag, s] of updatedContext) {
    map15.set(tag, s);
  }
  return makeContext(map15);
});

// ../../node_modules/.pnpm/effect@3.22.4/node_modules/effect/dist/esm/internal/differ/hashSetPatch.js
var HashSetPatchTypeId = /* @__PURE__ */ Symbol.for("effect/DifferHashSetPatch");
function variance3(a) {
  return a;
}
var PatchProto2 = {
  ...Structural.prototype,
  [HashSetPatchTypeId]: {
    _Value: variance3,
    _Key: variance3,
    _Patch: variance3
  }
};
var EmptyProto2 = /* @__PURE__ */ Object.assign(/* @__PURE__ */ Object.create(PatchProto2), {
  _tag: "Empty"
});
var _empty6 = /* @__PURE__ */ Object.create(EmptyProto2);
var empty13 = () => _empty6;
var AndThenProto2 = /* @__PURE__ */ Object.assign(/* @__PURE__ */ Object.create(PatchProto2), {
  _tag: "AndThen"
});
var makeAndThen2 = (first6, second) => {
  const o = Object.create(AndThenProto2);
  o.first = first6;
  o.second = second;
  return o;
};
var AddProto = /* @__PURE__ */ Object.assign(/* @__PURE__ */ Object.create(PatchProto2), {
  _tag: "Add"
});
var makeAdd = (value3) => {
  const o = Object.create(AddProto);
  o.value = value3;
  return o;
};
var RemoveProto = /* @__PURE__ */ Object.assign(/* @__PURE__ */ Object.create(PatchProto2), {
  _tag: "Remove"
});
var makeRemove = (value3) => {
  const o = Object.create(RemoveProto);
  o.value = value3;
  return o;
};
var diff2 = (oldValue, newValue) => {
  const [removed, patch9] = reduce4([oldValue, empty13()], ([set8, patch10], value3) => {
    if (has3(value3)(set8)) {
      return [remove4(value3)(set8), patch10];
    }
    return [set8, combine5(makeAdd(value3))(patch10)];
  })(newValue);
  return reduce4(patch9, (patch10, value3) => combine5(makeRemove(value3))(patch10))(removed);
};
var combine5 = /* @__PURE__ */ dual(2, (self, that) => makeAndThen2(self, that));
var patch2 = /* @__PURE__ */ dual(2, (self, oldValue) => {
  if (self._tag === "Empty") {
    return oldValue;
  }
  let set8 = oldValue;
  let patches = of2(self);
  while (isNonEmpty(patches)) {
    const head4 = headNonEmpty2(patches);
    const tail = tailNonEmpty2(patches);
    switch (head4._tag) {
      case "Empty": {
        patches = tail;
        break;
      }
      case "AndThen": {
        patches = prepend2(head4.first)(prepend2(head4.second)(tail));
        break;
      }
      case "Add": {
        set8 = add4(head4.value)(set8);
        patches = tail;
        break;
      }
      case "Remove": {
        set8 = remove4(head4.value)(set8);
        patches = tail;
      }
    }
  }
  return set8;
});

// ../../node_modules/.pnpm/effect@3.22.4/node_modules/effect/dist/esm/internal/differ/readonlyArrayPatch.js
var ReadonlyArrayPatchTypeId = /* @__PURE__ */ Symbol.for("effect/DifferReadonlyArrayPatch");
function variance4(a) {
  return a;
}
var PatchProto3 = {
  ...Structural.prototype,
  [ReadonlyArrayPatchTypeId]: {
    _Value: variance4,
    _Patch: variance4
  }
};
var EmptyProto3 = /* @__PURE__ */ Object.assign(/* @__PURE__ */ Object.create(PatchProto3), {
  _tag: "Empty"
});
var _empty7 = /* @__PURE__ */ Object.create(EmptyProto3);
var empty14 = () => _empty7;
var AndThenProto3 = /* @__PURE__ */ Object.assign(/* @__PURE__ */ Object.create(PatchProto3), {
  _tag: "AndThen"
});
var makeAndThen3 = (first6, second) => {
  const o = Object.create(AndThenProto3);
  o.first = first6;
  o.second = second;
  return o;
};
var AppendProto = /* @__PURE__ */ Object.assign(/* @__PURE__ */ Object.create(PatchProto3), {
  _tag: "Append"
});
var makeAppend = (values4) => {
  const o = Object.create(AppendProto);
  o.values = values4;
  return o;
};
var SliceProto = /* @__PURE__ */ Object.assign(/* @__PURE__ */ Object.create(PatchProto3), {
  _tag: "Slice"
});
var makeSlice = (from, until) => {
  const o = Object.create(SliceProto);
  o.from = from;
  o.until = until;
  return o;
};
var UpdateProto = /* @__PURE__ */ Object.assign(/* @__PURE__ */ Object.create(PatchProto3), {
  _tag: "Update"
});
var makeUpdate = (index, patch9) => {
  const o = Object.create(UpdateProto);
  o.index = index;
  o.patch = patch9;
  return o;
};
var diff3 = (options2) => {
  let i = 0;
  let patch9 = empty14();
  while (i < options2.oldValue.length && i < options2.newValue.length) {
    const oldElement = options2.oldValue[i];
    const newElement = options2.newValue[i];
    const valuePatch = options2.differ.diff(oldElement, newElement);
    if (!equals(valuePatch, options2.differ.empty)) {
      patch9 = combine6(patch9, makeUpdate(i, valuePatch));
    }
    i = i + 1;
  }
  if (i < options2.oldValue.length) {
    patch9 = combine6(patch9, makeSlice(0, i));
  }
  if (i < options2.newValue.length) {
    patch9 = combine6(patch9, makeAppend(drop(i)(options2.newValue)));
  }
  return patch9;
};
var combine6 = /* @__PURE__ */ dual(2, (self, that) => makeAndThen3(self, that));
var patch3 = /* @__PURE__ */ dual(3, (self, oldValue, differ3) => {
  if (self._tag === "Empty") {
    return oldValue;
  }
  let readonlyArray2 = oldValue.slice();
  let patches = of(self);
  while (isNonEmptyArray2(patches)) {
    const head4 = headNonEmpty(patches);
    const tail = tailNonEmpty(patches);
    switch (head4._tag) {
      case "Empty": {
        patches = tail;
        break;
      }
      case "AndThen": {
        tail.unshift(head4.first, head4.second);
        patches = tail;
        break;
      }
      case "Append": {
        for (const value3 of head4.values) {
          readonlyArray2.push(value3);
        }
        patches = tail;
        break;
      }
      case "Slice": {
        readonlyArray2 = readonlyArray2.slice(head4.from, head4.until);
        patches = tail;
        break;
      }
      case "Update": {
        readonlyArray2[head4.index] = differ3.patch(head4.patch, readonlyArray2[head4.index]);
        patches = tail;
        break;
      }
    }
  }
  return readonlyArray2;
});

// ../../node_modules/.pnpm/effect@3.22.4/node_modules/effect/dist/esm/internal/differ.js
var DifferTypeId = /* @__PURE__ */ Symbol.for("effect/Differ");
var DifferProto = {
  [DifferTypeId]: {
    _P: identity,
    _V: identity
  },
  pipe() {
    return pipeArguments(this, arguments);
  }
};
var make15 = (params) => {
  const differ3 = Object.create(DifferProto);
  differ3.empty = params.empty;
  differ3.diff = params.diff;
  differ3.combine = params.combine;
  differ3.patch = params.patch;
  return differ3;
};
var environment = () => make15({
  empty: empty12(),
  combine: (first6, second) => combine4(second)(first6),
  diff: (oldValue, newValue) => diff(oldValue, newValue),
  patch: (patch9, oldValue) => patch(oldValue)(patch9)
});
var hashSet = () => make15({
  empty: empty13(),
  combine: (first6, second) => combine5(second)(first6),
  diff: (oldValue, newValue) => diff2(oldValue, newValue),
  patch: (patch9, oldValue) => patch2(oldValue)(patch9)
});
var readonlyArray = (differ3) => make15({
  empty: empty14(),
  combine: (first6, second) => combine6(first6, second),
  diff: (oldValue, newValue) => diff3({
    oldValue,
    newValue,
    differ: differ3
  }),
  patch: (patch9, oldValue) => patch3(patch9, oldValue, differ3)
});
var update = () => updateWith((_, a) => a);
var updateWith = (f2) => make15({
  empty: identity,
  combine: (first6, second) => {
    if (first6 === identity) {
      return second;
    }
    if (second === identity) {
      return first6;
    }
    return (a) => second(first6(a));
  },
  diff: (oldValue, newValue) => {
    if (equals(oldValue, newValue)) {
      return identity;
    }
    return constant(newValue);
  },
  patch: (patch9, oldValue) => f2(oldValue, patch9(oldValue))
});

// ../../node_modules/.pnpm/effect@3.22.4/node_modules/effect/dist/esm/internal/runtimeFlagsPatch.js
var BIT_MASK = 255;
var BIT_SHIFT = 8;
var active = (patch9) => patch9 & BIT_MASK;
var enabled = (patch9) => patch9 >> BIT_SHIFT & BIT_MASK;
var make16 = (active2, enabled2) => (active2 & BIT_MASK) + ((enabled2 & active2 & BIT_MASK) << BIT_SHIFT);
var empty15 = /* @__PURE__ */ make16(0, 0);
var enable = (flag2) => make16(flag2, flag2);
var disable = (flag2) => make16(flag2, 0);
var exclude = /* @__PURE__ */ dual(2, (self, flag2) => make16(active(self) & ~flag2, enabled(self)));
var andThen = /* @__PURE__ */ dual(2, (self, that) => self | that);
var invert = (n2) => ~n2 >>> 0 & BIT_MASK;

// ../../node_modules/.pnpm/effect@3.22.4/node_modules/effect/dist/esm/internal/runtimeFlags.js
var None2 = 0;
var Interruption = 1 << 0;
var OpSupervision = 1 << 1;
var RuntimeMetrics = 1 << 2;
var WindDown = 1 << 4;
var CooperativeYielding = 1 << 5;
var cooperativeYielding = (self) => isEnabled(self, CooperativeYielding);
var disable2 = /* @__PURE__ */ dual(2, (self, flag2) => self & ~flag2);
var enable2 = /* @__PURE__ */ dual(2, (self, flag2) => self | flag2);
var interruptible = (self) => interruption(self) && !windDown(self);
var interruption = (self) => isEnabled(self, Interruption);
var isEnabled = /* @__PURE__ */ dual(2, (self, flag2) => (self & flag2) !== 0);
var make17 = (...flags2) => flags2.reduce((a, b) => a | b, 0);
var none5 = /* @__PURE__ */ make17(None2);
var runtimeMetrics = (self) => isEnabled(self, RuntimeMetrics);
var windDown = (self) => isEnabled(self, WindDown);
var diff4 = /* @__PURE__ */ dual(2, (self, that) => make16(self ^ that, that));
var patch4 = /* @__PURE__ */ dual(2, (self, patch9) => self & (invert(active(patch9)) | enabled(patch9)) | active(patch9) & enabled(patch9));
var differ = /* @__PURE__ */ make15({
  empty: empty15,
  diff: (oldValue, newValue) => diff4(oldValue, newValue),
  combine: (first6, second) => andThen(second)(first6),
  patch: (_patch, oldValue) => patch4(oldValue, _patch)
});

// ../../node_modules/.pnpm/effect@3.22.4/node_modules/effect/dist/esm/RuntimeFlagsPatch.js
var enable3 = enable;
var disable3 = disable;
var exclude2 = exclude;

// ../../node_modules/.pnpm/effect@3.22.4/node_modules/effect/dist/esm/internal/blockedRequests.js
var par = (self, that) => ({
  _tag: "Par",
  left: self,
  right: that
});
var seq = (self, that) => ({
  _tag: "Seq",
  left: self,
  right: that
});
var flatten2 = (self) => {
  let current = of3(self);
  let updated = empty11();
  while (1) {
    const [parallel4, sequential4] = reduce7(current, [parallelCollectionEmpty(), empty11()], ([parallel5, sequential5], blockedRequest) => {
      const [par2, seq2] = step(blockedRequest);
      return [parallelCollectionCombine(parallel5, par2), appendAll3(sequential5, seq2)];
    });
    updated = merge4(updated, parallel4);
    if (isNil(sequential4)) {
      return reverse3(updated);
    }
    current = sequential4;
  }
  throw new Error("BUG: BlockedRequests.flatten - please report an issue at https://github.com/Effect-TS/effect/issues");
};
var step = (requests) => {
  let current = requests;
  let parallel4 = parallelCollectionEmpty();
  let stack = empty11();
  let sequential4 = empty11();
  while (1) {
    switch (current._tag) {
      case "Empty": {
        if (isNil(stack)) {
          return [parallel4, sequential4];
        }
        current = stack.head;
        stack = stack.tail;
        break;
      }
      case "Par": {
        stack = cons(current.right, stack);
        current = current.left;
        break;
      }
      case "Seq": {
        const left3 = current.left;
        const right3 = current.right;
        switch (left3._tag) {
          case "Empty": {
            current = right3;
            break;
          }
          case "Par": {
            const l = left3.left;
            const r = left3.right;
            current = par(seq(l, right3), seq(r, right3));
            break;
          }
          case "Seq": {
            const l = left3.left;
            const r = left3.right;
            current = seq(l, seq(r, right3));
            break;
          }
          case "Single": {
            current = left3;
            sequential4 = cons(right3, sequential4);
            break;
          }
        }
        break;
      }
      case "Single": {
        parallel4 = parallelCollectionAdd(parallel4, current);
        if (isNil(stack)) {
          return [parallel4, sequential4];
        }
        current = stack.head;
        stack = stack.tail;
        break;
      }
    }
  }
  throw new Error("BUG: BlockedRequests.step - please report an issue at https://github.com/Effect-TS/effect/issues");
};
var merge4 = (sequential4, parallel4) => {
  if (isNil(sequential4)) {
    return of3(parallelCollectionToSequentialCollection(parallel4));
  }
  if (parallelCollectionIsEmpty(parallel4)) {
    return sequential4;
  }
  const seqHeadKeys = sequentialCollectionKeys(sequential4.head);
  const parKeys = parallelCollectionKeys(parallel4);
  if (seqHeadKeys.length === 1 && parKeys.length === 1 && equals(seqHeadKeys[0], parKeys[0])) {
    return cons(sequentialCollectionCombine(sequential4.head, parallelCollectionToSequentialCollection(parallel4)), sequential4.tail);
  }
  return cons(parallelCollectionToSequentialCollection(parallel4), sequential4);
};
var EntryTypeId = /* @__PURE__ */ Symbol.for("effect/RequestBlock/Entry");
var EntryImpl = class {
  request;
  result;
  listeners;
  ownerId;
  state;
  [EntryTypeId] = blockedRequestVariance;
  constructor(request, result2, listeners, ownerId, state) {
    this.request = request;
    this.result = result2;
    this.listeners = listeners;
    this.ownerId = ownerId;
    this.state = state;
  }
};
var blockedRequestVariance = {
  /* c8 ignore next */
  _R: (_) => _
};
var RequestBlockParallelTypeId = /* @__PURE__ */ Symbol.for("effect/RequestBlock/RequestBlockParallel");
var parallelVariance = {
  /* c8 ignore next */
  _R: (_) => _
};
var ParallelImpl = class {
  map;
  [RequestBlockParallelTypeId] = parallelVariance;
  constructor(map15) {
    this.map = map15;
  }
};
var parallelCollectionEmpty = () => new ParallelImpl(empty10());
var parallelCollectionAdd = (self, blockedRequest) => new ParallelImpl(modifyAt2(self.map, blockedRequest.dataSource, (_) => orElseSome(map2(_, append2(blockedRequest.blockedRequest)), () => of2(blockedRequest.blockedRequest))));
var parallelCollectionCombine = (self, that) => new ParallelImpl(reduce6(self.map, that.map, (map15, value3, key3) => set3(map15, key3, match2(get7(map15, key3), {
  onNone: () => value3,
  onSome: (other) => appendAll2(value3, other)
}))));
var parallelCollectionIsEmpty = (self) => isEmpty4(self.map);
var parallelCollectionKeys = (self) => Array.from(keys2(self.map));
var parallelCollectionToSequentialCollection = (self) => sequentialCollectionMake(map7(self.map, (x) => of2(x)));
var SequentialCollectionTypeId = /* @__PURE__ */ Symbol.for("effect/RequestBlock/RequestBlockSequential");
var sequentialVariance = {
  /* c8 ignore next */
  _R: (_) => _
};
var SequentialImpl = class {
  map;
  [SequentialCollectionTypeId] = sequentialVariance;
  constructor(map15) {
    this.map = map15;
  }
};
var sequentialCollectionMake = (map15) => new SequentialImpl(map15);
var sequentialCollectionCombine = (self, that) => new SequentialImpl(reduce6(that.map, self.map, (map15, value3, key3) => set3(map15, key3, match2(get7(map15, key3), {
  onNone: () => empty5(),
  onSome: (a) => appendAll2(a, value3)
}))));
var sequentialCollectionKeys = (self) => Array.from(keys2(self.map));
var sequentialCollectionToChunk = (self) => Array.from(self.map);

// ../../node_modules/.pnpm/effect@3.22.4/node_modules/effect/dist/esm/internal/opCodes/deferred.js
var OP_STATE_PENDING = "Pending";
var OP_STATE_DONE = "Done";

// ../../node_modules/.pnpm/effect@3.22.4/node_modules/effect/dist/esm/internal/deferred.js
var DeferredSymbolKey = "effect/Deferred";
var DeferredTypeId = /* @__PURE__ */ Symbol.for(DeferredSymbolKey);
var deferredVariance = {
  /* c8 ignore next */
  _E: (_) => _,
  /* c8 ignore next */
  _A: (_) => _
};
var pending = (joiners) => {
  return {
    _tag: OP_STATE_PENDING,
    joiners
  };
};
var done = (effect2) => {
  return {
    _tag: OP_STATE_DONE,
    effect: effect2
  };
};

// ../../node_modules/.pnpm/effect@3.22.4/node_modules/effect/dist/esm/internal/singleShotGen.js
var SingleShotGen2 = class _SingleShotGen {
  self;
  called = false;
  constructor(self) {
    this.self = self;
  }
  next(a) {
    return this.called ? {
      value: a,
      done: true
    } : (this.called = true, {
      value: this.self,
      done: false
    });
  }
  return(a) {
    return {
      value: a,
      done: true
    };
  }
  throw(e) {
    throw e;
  }
  [Symbol.iterator]() {
    return new _SingleShotGen(this.self);
  }
};

// ../../node_modules/.pnpm/effect@3.22.4/node_modules/effect/dist/esm/internal/core.js
var blocked = (blockedRequests, _continue) => {
  const effect2 = new EffectPrimitive("Blocked");
  effect2.effect_instruction_i0 = blockedRequests;
  effect2.effect_instruction_i1 = _continue;
  return effect2;
};
var runRequestBlock = (blockedRequests) => {
  const effect2 = new EffectPrimitive("RunBlocked");
  effect2.effect_instruction_i0 = blockedRequests;
  return effect2;
};
var EffectTypeId2 = /* @__PURE__ */ Symbol.for("effect/Effect");
var RevertFlags = class {
  patch;
  op;
  _op = OP_REVERT_FLAGS;
  constructor(patch9, op) {
    this.patch = patch9;
    this.op = op;
  }
};
var EffectPrimitive = class {
  _op;
  effect_instruction_i0 = void 0;
  effect_instruction_i1 = void 0;
  effect_instruction_i2 = void 0;
  trace = void 0;
  [EffectTypeId2] = effectVariance;
  constructor(_op) {
    this._op = _op;
  }
  [symbol2](that) {
    return this === that;
  }
  [symbol]() {
    return cached(this, random(this));
  }
  pipe() {
    return pipeArguments(this, arguments);
  }
  toJSON() {
    return {
      _id: "Effect",
      _op: this._op,
      effect_instruction_i0: toJSON(this.effect_instruction_i0),
      effect_instruction_i1: toJSON(this.effect_instruction_i1),
      effect_instruction_i2: toJSON(this.effect_instruction_i2)
    };
  }
  toString() {
    return format(this.toJSON());
  }
  [NodeInspectSymbol]() {
    return this.toJSON();
  }
  [Symbol.iterator]() {
    return new SingleShotGen2(new YieldWrap(this));
  }
};
var EffectPrimitiveFailure = class {
  _op;
  effect_instruction_i0 = void 0;
  effect_instruction_i1 = void 0;
  effect_instruction_i2 = void 0;
  trace = void 0;
  [EffectTypeId2] = effectVariance;
  constructor(_op) {
    this._op = _op;
    this._tag = _op;
  }
  [symbol2](that) {
    return exitIsExit(that) && that._op === "Failure" && // @ts-expect-error
    equals(this.effect_instruction_i0, that.effect_instruction_i0);
  }
  [symbol]() {
    return pipe(
      // @ts-expect-error
      string(this._tag),
      // @ts-expect-error
      combine(hash(this.effect_instruction_i0)),
      cached(this)
    );
  }
  get cause() {
    return this.effect_instruction_i0;
  }
  pipe() {
    return pipeArguments(this, arguments);
  }
  toJSON() {
    return {
      _id: "Exit",
      _tag: this._op,
      cause: this.cause.toJSON()
    };
  }
  toString() {
    return format(this.toJSON());
  }
  [NodeInspectSymbol]() {
    return this.toJSON();
  }
  [Symbol.iterator]() {
    return new SingleShotGen2(new YieldWrap(this));
  }
};
var EffectPrimitiveSuccess = class {
  _op;
  effect_instruction_i0 = void 0;
  effect_instruction_i1 = void 0;
  effect_instruction_i2 = void 0;
  trace = void 0;
  [EffectTypeId2] = effectVariance;
  constructor(_op) {
    this._op = _op;
    this._tag = _op;
  }
  [symbol2](that) {
    return exitIsExit(that) && that._op === "Success" && // @ts-expect-error
    equals(this.effect_instruction_i0, that.effect_instruction_i0);
  }
  [symbol]() {
    return pipe(
      // @ts-expect-error
      string(this._tag),
      // @ts-expect-error
      combine(hash(this.effect_instruction_i0)),
      cached(this)
    );
  }
  get value() {
    return this.effect_instruction_i0;
  }
  pipe() {
    return pipeArguments(this, arguments);
  }
  toJSON() {
    return {
      _id: "Exit",
      _tag: this._op,
      value: toJSON(this.value)
    };
  }
  toString() {
    return format(this.toJSON());
  }
  [NodeInspectSymbol]() {
    return this.toJSON();
  }
  [Symbol.iterator]() {
    return new SingleShotGen2(new YieldWrap(this));
  }
};
var isEffect = (u) => hasProperty(u, EffectTypeId2);
var withFiberRuntime = (withRuntime) => {
  const effect2 = new EffectPrimitive(OP_WITH_RUNTIME);
  effect2.effect_instruction_i0 = withRuntime;
  return effect2;
};
var acquireUseRelease = /* @__PURE__ */ dual(3, (acquire, use, release2) => uninterruptibleMask((restore) => flatMap7(acquire, (a) => flatMap7(exit(suspend(() => restore(use(a)))), (exit4) => {
  return suspend(() => release2(a, exit4)).pipe(matchCauseEffect({
    onFailure: (cause2) => {
      switch (exit4._tag) {
        case OP_FAILURE:
          return failCause(sequential(exit4.effect_instruction_i0, cause2));
        case OP_SUCCESS:
          return failCause(cause2);
      }
    },
    onSuccess: () => exit4
  }));
}))));
var as = /* @__PURE__ */ dual(2, (self, value3) => flatMap7(self, () => succeed(value3)));
var asVoid = (self) => as(self, void 0);
var custom = function() {
  const wrapper = new EffectPrimitive(OP_COMMIT);
  switch (arguments.length) {
    case 2: {
      wrapper.effect_instruction_i0 = arguments[0];
      wrapper.commit = arguments[1];
      break;
    }
    case 3: {
      wrapper.effect_instruction_i0 = arguments[0];
      wrapper.effect_instruction_i1 = arguments[1];
      wrapper.commit = arguments[2];
      break;
    }
    case 4: {
      wrapper.effect_instruction_i0 = arguments[0];
      wrapper.effect_instruction_i1 = arguments[1];
      wrapper.effect_instruction_i2 = arguments[2];
      wrapper.commit = arguments[3];
      break;
    }
    default: {
      throw new Error(getBugErrorMessage("you're not supposed to end up here"));
    }
  }
  return wrapper;
};
var unsafeAsync = (register, blockingOn = none4) => {
  const effect2 = new EffectPrimitive(OP_ASYNC);
  let cancelerRef = void 0;
  effect2.effect_instruction_i0 = (resume2) => {
    cancelerRef = register(resume2);
  };
  effect2.effect_instruction_i1 = blockingOn;
  return onInterrupt(effect2, (_) => isEffect(cancelerRef) ? cancelerRef : void_);
};
var asyncInterrupt = (register, blockingOn = none4) => suspend(() => unsafeAsync(register, blockingOn));
var async_ = (resume2, blockingOn = none4) => {
  return custom(resume2, function() {
    let backingResume = void 0;
    let pendingEffect = void 0;
    function proxyResume(effect3) {
      if (backingResume) {
        backingResume(effect3);
      } else if (pendingEffect === void 0) {
        pendingEffect = effect3;
      }
    }
    const effect2 = new EffectPrimitive(OP_ASYNC);
    effect2.effect_instruction_i0 = (resume3) => {
      backingResume = resume3;
      if (pendingEffect) {
        resume3(pendingEffect);
      }
    };
    effect2.effect_instruction_i1 = blockingOn;
    let cancelerRef = void 0;
    let controllerRef = void 0;
    if (this.effect_instruction_i0.length !== 1) {
      controllerRef = new AbortController();
      cancelerRef = internalCall(() => this.effect_instruction_i0(proxyResume, controllerRef.signal));
    } else {
      cancelerRef = internalCall(() => this.effect_instruction_i0(proxyResume));
    }
    return cancelerRef || controllerRef ? onInterrupt(effect2, (_) => {
      if (controllerRef) {
        controllerRef.abort();
      }
      return cancelerRef ?? void_;
    }) : effect2;
  });
};
var catchAllCause = /* @__PURE__ */ dual(2, (self, f2) => {
  const effect2 = new EffectPrimitive(OP_ON_FAILURE);
  effect2.effect_instruction_i0 = self;
  effect2.effect_instruction_i1 = f2;
  return effect2;
});
var catchAll = /* @__PURE__ */ dual(2, (self, f2) => matchEffect(self, {
  onFailure: f2,
  onSuccess: succeed
}));
var catchIf = /* @__PURE__ */ dual(3, (self, predicate, f2) => catchAllCause(self, (cause2) => {
  const either5 = failureOrCause(cause2);
  switch (either5._tag) {
    case "Left":
      return predicate(either5.left) ? f2(either5.left) : failCause(cause2);
    case "Right":
      return failCause(either5.right);
  }
}));
var originalSymbol = /* @__PURE__ */ Symbol.for("effect/OriginalAnnotation");
var capture = (obj, span2) => {
  if (isSome2(span2)) {
    return new Proxy(obj, {
      has(target, p) {
        return p === spanSymbol || p === originalSymbol || p in target;
      },
      get(target, p) {
        if (p === spanSymbol) {
          return span2.value;
        }
        if (p === originalSymbol) {
          return obj;
        }
        return target[p];
      }
    });
  }
  return obj;
};
var die2 = (defect) => isObject(defect) && !(spanSymbol in defect) ? withFiberRuntime((fiber) => failCause(die(capture(defect, currentSpanFromFiber(fiber))))) : failCause(die(defect));
var dieMessage = (message2) => failCauseSync(() => die(new RuntimeException(message2)));
var either2 = (self) => matchEffect(self, {
  onFailure: (e) => succeed(left2(e)),
  onSuccess: (a) => succeed(right2(a))
});
var exit = (self) => matchCause(self, {
  onFailure: exitFailCause,
  onSuccess: exitSucceed
});
var fail2 = (error) => isObject(error) && !(spanSymbol in error) ? withFiberRuntime((fiber) => failCause(fail(capture(error, currentSpanFromFiber(fiber))))) : failCause(fail(error));
var failSync = (evaluate2) => flatMap7(sync(evaluate2), fail2);
var failCause = (cause2) => {
  const effect2 = new EffectPrimitiveFailure(OP_FAILURE);
  effect2.effect_instruction_i0 = cause2;
  return effect2;
};
var failCauseSync = (evaluate2) => flatMap7(sync(evaluate2), failCause);
var fiberId = /* @__PURE__ */ withFiberRuntime((state) => succeed(state.id()));
var fiberIdWith = (f2) => withFiberRuntime((state) => f2(state.id()));
var flatMap7 = /* @__PURE__ */ dual(2, (self, f2) => {
  const effect2 = new EffectPrimitive(OP_ON_SUCCESS);
  effect2.effect_instruction_i0 = self;
  effect2.effect_instruction_i1 = f2;
  return effect2;
});
var step2 = (self) => {
  const effect2 = new EffectPrimitive("OnStep");
  effect2.effect_instruction_i0 = self;
  return effect2;
};
var flatten3 = (self) => flatMap7(self, identity);
var matchCause = /* @__PURE__ */ dual(2, (self, options2) => matchCauseEffect(self, {
  onFailure: (cause2) => succeed(options2.onFailure(cause2)),
  onSuccess: (a) => succeed(options2.onSuccess(a))
}));
var matchCauseEffect = /* @__PURE__ */ dual(2, (self, options2) => {
  const effect2 = new EffectPrimitive(OP_ON_SUCCESS_AND_FAILURE);
  effect2.effect_instruction_i0 = self;
  effect2.effect_instruction_i1 = options2.onFailure;
  effect2.effect_instruction_i2 = options2.onSuccess;
  return effect2;
});
var matchEffect = /* @__PURE__ */ dual(2, (self, options2) => matchCauseEffect(self, {
  onFailure: (cause2) => {
    const defects2 = defects(cause2);
    if (defects2.length > 0) {
      return failCause(electFailures(cause2));
    }
    const failures2 = failures(cause2);
    if (failures2.length > 0) {
      return options2.onFailure(unsafeHead2(failures2));
    }
    return failCause(cause2);
  },
  onSuccess: options2.onSuccess
}));
var forEachSequential = /* @__PURE__ */ dual(2, (self, f2) => suspend(() => {
  const arr = fromIterable(self);
  const ret = allocate(arr.length);
  let i = 0;
  return as(whileLoop({
    while: () => i < arr.length,
    body: () => f2(arr[i], i),
    step: (b) => {
      ret[i++] = b;
    }
  }), ret);
}));
var forEachSequentialDiscard = /* @__PURE__ */ dual(2, (self, f2) => suspend(() => {
  const arr = fromIterable(self);
  let i = 0;
  return whileLoop({
    while: () => i < arr.length,
    body: () => f2(arr[i], i),
    step: () => {
      i++;
    }
  });
}));
var interrupt2 = /* @__PURE__ */ flatMap7(fiberId, (fiberId2) => interruptWith(fiberId2));
var interruptWith = (fiberId2) => failCause(interrupt(fiberId2));
var interruptible2 = (self) => {
  const effect2 = new EffectPrimitive(OP_UPDATE_RUNTIME_FLAGS);
  effect2.effect_instruction_i0 = enable3(Interruption);
  effect2.effect_instruction_i1 = () => self;
  return effect2;
};
var intoDeferred = /* @__PURE__ */ dual(2, (self, deferred) => uninterruptibleMask((restore) => flatMap7(exit(restore(self)), (exit4) => deferredDone(deferred, exit4))));
var map9 = /* @__PURE__ */ dual(2, (self, f2) => flatMap7(self, (a) => sync(() => f2(a))));
var mapBoth2 = /* @__PURE__ */ dual(2, (self, options2) => matchEffect(self, {
  onFailure: (e) => failSync(() => options2.onFailure(e)),
  onSuccess: (a) => sync(() => options2.onSuccess(a))
}));
var mapError = /* @__PURE__ */ dual(2, (self, f2) => matchCauseEffect(self, {
  onFailure: (cause2) => {
    const either5 = failureOrCause(cause2);
    switch (either5._tag) {
      case "Left": {
        return failSync(() => f2(either5.left));
      }
      case "Right": {
        return failCause(either5.right);
      }
    }
  },
  onSuccess: succeed
}));
var onError = /* @__PURE__ */ dual(2, (self, cleanup) => onExit(self, (exit4) => exitIsSuccess(exit4) ? void_ : cleanup(exit4.effect_instruction_i0)));
var onExit = /* @__PURE__ */ dual(2, (self, cleanup) => uninterruptibleMask((restore) => matchCauseEffect(restore(self), {
  onFailure: (cause1) => {
    const result2 = exitFailCause(cause1);
    return matchCauseEffect(cleanup(result2), {
      onFailure: (cause2) => exitFailCause(sequential(cause1, cause2)),
      onSuccess: () => result2
    });
  },
  onSuccess: (success) => {
    const result2 = exitSucceed(success);
    return zipRight(cleanup(result2), result2);
  }
})));
var onInterrupt = /* @__PURE__ */ dual(2, (self, cleanup) => onExit(self, exitMatch({
  onFailure: (cause2) => isInterruptedOnly(cause2) ? asVoid(cleanup(interruptors(cause2))) : void_,
  onSuccess: () => void_
})));
var orElse2 = /* @__PURE__ */ dual(2, (self, that) => attemptOrElse(self, that, succeed));
var succeed = (value3) => {
  const effect2 = new EffectPrimitiveSuccess(OP_SUCCESS);
  effect2.effect_instruction_i0 = value3;
  return effect2;
};
var suspend = (evaluate2) => {
  const effect2 = new EffectPrimitive(OP_COMMIT);
  effect2.commit = evaluate2;
  return effect2;
};
var sync = (thunk) => {
  const effect2 = new EffectPrimitive(OP_SYNC);
  effect2.effect_instruction_i0 = thunk;
  return effect2;
};
var tap = /* @__PURE__ */ dual((args2) => args2.length === 3 || args2.length === 2 && !(isObject(args2[1]) && "onlyEffect" in args2[1]), (self, f2) => flatMap7(self, (a) => {
  const b = typeof f2 === "function" ? f2(a) : f2;
  if (isEffect(b)) {
    return as(b, a);
  } else if (isPromiseLike(b)) {
    return unsafeAsync((resume2) => {
      b.then((_) => resume2(succeed(a)), (e) => resume2(fail2(new UnknownException(e, "An unknown error occurred in Effect.tap"))));
    });
  }
  return succeed(a);
}));
var transplant = (f2) => withFiberRuntime((state) => {
  const scopeOverride = state.getFiberRef(currentForkScopeOverride);
  const scope3 = pipe(scopeOverride, getOrElse3(() => state.scope()));
  return f2(fiberRefLocally(currentForkScopeOverride, some2(scope3)));
});
var attemptOrElse = /* @__PURE__ */ dual(3, (self, that, onSuccess) => matchCauseEffect(self, {
  onFailure: (cause2) => {
    const defects2 = defects(cause2);
    if (defects2.length > 0) {
      return failCause(getOrThrow2(keepDefectsAndElectFailures(cause2)));
    }
    return that();
  },
  onSuccess
}));
var uninterruptible = (self) => {
  const effect2 = new EffectPrimitive(OP_UPDATE_RUNTIME_FLAGS);
  effect2.effect_instruction_i0 = disable3(Interruption);
  effect2.effect_instruction_i1 = () => self;
  return effect2;
};
var uninterruptibleMask = (f2) => custom(f2, function() {
  const effect2 = new EffectPrimitive(OP_UPDATE_RUNTIME_FLAGS);
  effect2.effect_instruction_i0 = disable3(Interruption);
  effect2.effect_instruction_i1 = (oldFlags) => interruption(oldFlags) ? internalCall(() => this.effect_instruction_i0(interruptible2)) : internalCall(() => this.effect_instruction_i0(uninterruptible));
  return effect2;
});
var void_ = /* @__PURE__ */ succeed(void 0);
var updateRuntimeFlags = (patch9) => {
  const effect2 = new EffectPrimitive(OP_UPDATE_RUNTIME_FLAGS);
  effect2.effect_instruction_i0 = patch9;
  effect2.effect_instruction_i1 = void 0;
  return effect2;
};
var whenEffect = /* @__PURE__ */ dual(2, (self, condition) => flatMap7(condition, (b) => {
  if (b) {
    return pipe(self, map9(some2));
  }
  return succeed(none2());
}));
var whileLoop = (options2) => {
  const effect2 = new EffectPrimitive(OP_WHILE);
  effect2.effect_instruction_i0 = options2.while;
  effect2.effect_instruction_i1 = options2.body;
  effect2.effect_instruction_i2 = options2.step;
  return effect2;
};
var fromIterator = (iterator) => suspend(() => {
  const effect2 = new EffectPrimitive(OP_ITERATOR);
  effect2.effect_instruction_i0 = iterator();
  return effect2;
});
var gen = function() {
  const f2 = arguments.length === 1 ? arguments[0] : arguments[1].bind(arguments[0]);
  return fromIterator(() => f2(pipe));
};
var fnUntraced = (body2, ...pipeables) => Object.defineProperty(pipeables.length === 0 ? function(...args2) {
  return fromIterator(() => body2.apply(this, args2));
} : function(...args2) {
  let effect2 = fromIterator(() => body2.apply(this, args2));
  for (const x of pipeables) {
    effect2 = x(effect2, ...args2);
  }
  return effect2;
}, "length", {
  value: body2.length,
  configurable: true
});
var withRuntimeFlags = /* @__PURE__ */ dual(2, (self, update4) => {
  const effect2 = new EffectPrimitive(OP_UPDATE_RUNTIME_FLAGS);
  effect2.effect_instruction_i0 = update4;
  effect2.effect_instruction_i1 = () => self;
  return effect2;
});
var yieldNow = (options2) => {
  const effect2 = new EffectPrimitive(OP_YIELD);
  return typeof options2?.priority !== "undefined" ? withSchedulingPriority(effect2, options2.priority) : effect2;
};
var zip2 = /* @__PURE__ */ dual(2, (self, that) => flatMap7(self, (a) => map9(that, (b) => [a, b])));
var zipLeft = /* @__PURE__ */ dual(2, (self, that) => flatMap7(self, (a) => as(that, a)));
var zipRight = /* @__PURE__ */ dual(2, (self, that) => flatMap7(self, () => that));
var zipWith3 = /* @__PURE__ */ dual(3, (self, that, f2) => flatMap7(self, (a) => map9(that, (b) => f2(a, b))));
var never = /* @__PURE__ */ asyncInterrupt(() => {
  const interval = setInterval(() => {
  }, 2 ** 31 - 1);
  return sync(() => clearInterval(interval));
});
var interruptFiber = (self) => flatMap7(fiberId, (fiberId2) => pipe(self, interruptAsFiber(fiberId2)));
var interruptAsFiber = /* @__PURE__ */ dual(2, (self, fiberId2) => flatMap7(self.interruptAsFork(fiberId2), () => self.await));
var logLevelAll = {
  _tag: "All",
  syslog: 0,
  label: "ALL",
  ordinal: Number.MIN_SAFE_INTEGER,
  pipe() {
    return pipeArguments(this, arguments);
  }
};
var logLevelFatal = {
  _tag: "Fatal",
  syslog: 2,
  label: "FATAL",
  ordinal: 5e4,
  pipe() {
    return pipeArguments(this, arguments);
  }
};
var logLevelError = {
  _tag: "Error",
  syslog: 3,
  label: "ERROR",
  ordinal: 4e4,
  pipe() {
    return pipeArguments(this, arguments);
  }
};
var logLevelWarning = {
  _tag: "Warning",
  syslog: 4,
  label: "WARN",
  ordinal: 3e4,
  pipe() {
    return pipeArguments(this, arguments);
  }
};
var logLevelInfo = {
  _tag: "Info",
  syslog: 6,
  label: "INFO",
  ordinal: 2e4,
  pipe() {
    return pipeArguments(this, arguments);
  }
};
var logLevelDebug = {
  _tag: "Debug",
  syslog: 7,
  label: "DEBUG",
  ordinal: 1e4,
  pipe() {
    return pipeArguments(this, arguments);
  }
};
var logLevelTrace = {
  _tag: "Trace",
  syslog: 7,
  label: "TRACE",
  ordinal: 0,
  pipe() {
    return pipeArguments(this, arguments);
  }
};
var logLevelNone = {
  _tag: "None",
  syslog: 7,
  label: "OFF",
  ordinal: Number.MAX_SAFE_INTEGER,
  pipe() {
    return pipeArguments(this, arguments);
  }
};
var FiberRefSymbolKey = "effect/FiberRef";
var FiberRefTypeId = /* @__PURE__ */ Symbol.for(FiberRefSymbolKey);
var fiberRefVariance = {
  /* c8 ignore next */
  _A: (_) => _
};
var fiberRefGet = (self) => withFiberRuntime((fiber) => exitSucceed(fiber.getFiberRef(self)));
var fiberRefGetWith = /* @__PURE__ */ dual(2, (self, f2) => flatMap7(fiberRefGet(self), f2));
var fiberRefSet = /* @__PURE__ */ dual(2, (self, value3) => fiberRefModify(self, () => [void 0, value3]));
var fiberRefModify = /* @__PURE__ */ dual(2, (self, f2) => withFiberRuntime((state) => {
  const [b, a] = f2(state.getFiberRef(self));
  state.setFiberRef(self, a);
  return succeed(b);
}));
var RequestResolverSymbolKey = "effect/RequestResolver";
var RequestResolverTypeId = /* @__PURE__ */ Symbol.for(RequestResolverSymbolKey);
var requestResolverVariance = {
  /* c8 ignore next */
  _A: (_) => _,
  /* c8 ignore next */
  _R: (_) => _
};
var RequestResolverImpl = class _RequestResolverImpl {
  runAll;
  target;
  [RequestResolverTypeId] = requestResolverVariance;
  constructor(runAll, target) {
    this.runAll = runAll;
    this.target = target;
  }
  [symbol]() {
    return cached(this, this.target ? hash(this.target) : random(this));
  }
  [symbol2](that) {
    return this.target ? isRequestResolver(that) && equals(this.target, that.target) : this === that;
  }
  identified(...ids3) {
    return new _RequestResolverImpl(this.runAll, fromIterable2(ids3));
  }
  pipe() {
    return pipeArguments(this, arguments);
  }
};
var isRequestResolver = (u) => hasProperty(u, RequestResolverTypeId);
var fiberRefLocally = /* @__PURE__ */ dual(3, (use, self, value3) => acquireUseRelease(zipLeft(fiberRefGet(self), fiberRefSet(self, value3)), () => use, (oldValue) => fiberRefSet(self, oldValue)));
var fiberRefLocallyWith = /* @__PURE__ */ dual(3, (use, self, f2) => fiberRefGetWith(self, (a) => fiberRefLocally(use, self, f2(a))));
var fiberRefUnsafeMake = (initial, options2) => fiberRefUnsafeMakePatch(initial, {
  differ: update(),
  fork: options2?.fork ?? identity,
  join: options2?.join
});
var fiberRefUnsafeMakeHashSet = (initial) => {
  const differ3 = hashSet();
  return fiberRefUnsafeMakePatch(initial, {
    differ: differ3,
    fork: differ3.empty
  });
};
var fiberRefUnsafeMakeReadonlyArray = (initial) => {
  const differ3 = readonlyArray(update());
  return fiberRefUnsafeMakePatch(initial, {
    differ: differ3,
    fork: differ3.empty
  });
};
var fiberRefUnsafeMakeContext = (initial) => {
  const differ3 = environment();
  return fiberRefUnsafeMakePatch(initial, {
    differ: differ3,
    fork: differ3.empty
  });
};
var fiberRefUnsafeMakePatch = (initial, options2) => {
  const _fiberRef = {
    ...CommitPrototype,
    [FiberRefTypeId]: fiberRefVariance,
    initial,
    commit() {
      return fiberRefGet(this);
    },
    diff: (oldValue, newValue) => options2.differ.diff(oldValue, newValue),
    combine: (first6, second) => options2.differ.combine(first6, second),
    patch: (patch9) => (oldValue) => options2.differ.patch(patch9, oldValue),
    fork: options2.fork,
    join: options2.join ?? ((_, n2) => n2)
  };
  return _fiberRef;
};
var fiberRefUnsafeMakeRuntimeFlags = (initial) => fiberRefUnsafeMakePatch(initial, {
  differ,
  fork: differ.empty
});
var currentContext = /* @__PURE__ */ globalValue(/* @__PURE__ */ Symbol.for("effect/FiberRef/currentContext"), () => fiberRefUnsafeMakeContext(empty2()));
var currentSchedulingPriority = /* @__PURE__ */ globalValue(/* @__PURE__ */ Symbol.for("effect/FiberRef/currentSchedulingPriority"), () => fiberRefUnsafeMake(0));
var currentMaxOpsBeforeYield = /* @__PURE__ */ globalValue(/* @__PURE__ */ Symbol.for("effect/FiberRef/currentMaxOpsBeforeYield"), () => fiberRefUnsafeMake(2048));
var currentLogAnnotations = /* @__PURE__ */ globalValue(/* @__PURE__ */ Symbol.for("effect/FiberRef/currentLogAnnotation"), () => fiberRefUnsafeMake(empty10()));
var currentLogLevel = /* @__PURE__ */ globalValue(/* @__PURE__ */ Symbol.for("effect/FiberRef/currentLogLevel"), () => fiberRefUnsafeMake(logLevelInfo));
var currentLogSpan = /* @__PURE__ */ globalValue(/* @__PURE__ */ Symbol.for("effect/FiberRef/currentLogSpan"), () => fiberRefUnsafeMake(empty11()));
var withSchedulingPriority = /* @__PURE__ */ dual(2, (self, scheduler) => fiberRefLocally(self, currentSchedulingPriority, scheduler));
var currentConcurrency = /* @__PURE__ */ globalValue(/* @__PURE__ */ Symbol.for("effect/FiberRef/currentConcurrency"), () => fiberRefUnsafeMake("unbounded"));
var currentRequestBatching = /* @__PURE__ */ globalValue(/* @__PURE__ */ Symbol.for("effect/FiberRef/currentRequestBatching"), () => fiberRefUnsafeMake(true));
var currentUnhandledErrorLogLevel = /* @__PURE__ */ globalValue(/* @__PURE__ */ Symbol.for("effect/FiberRef/currentUnhandledErrorLogLevel"), () => fiberRefUnsafeMake(some2(logLevelDebug)));
var currentVersionMismatchErrorLogLevel = /* @__PURE__ */ globalValue(/* @__PURE__ */ Symbol.for("effect/FiberRef/versionMismatchErrorLogLevel"), () => fiberRefUnsafeMake(some2(logLevelWarning)));
var currentMetricLabels = /* @__PURE__ */ globalValue(/* @__PURE__ */ Symbol.for("effect/FiberRef/currentMetricLabels"), () => fiberRefUnsafeMakeReadonlyArray(empty4()));
var currentForkScopeOverride = /* @__PURE__ */ globalValue(/* @__PURE__ */ Symbol.for("effect/FiberRef/currentForkScopeOverride"), () => fiberRefUnsafeMake(none2(), {
  fork: () => none2(),
  join: (parent, _) => parent
}));
var currentInterruptedCause = /* @__PURE__ */ globalValue(/* @__PURE__ */ Symbol.for("effect/FiberRef/currentInterruptedCause"), () => fiberRefUnsafeMake(empty9, {
  fork: () => empty9,
  join: (parent, _) => parent
}));
var currentTracerEnabled = /* @__PURE__ */ globalValue(/* @__PURE__ */ Symbol.for("effect/FiberRef/currentTracerEnabled"), () => fiberRefUnsafeMake(true));
var currentTracerTimingEnabled = /* @__PURE__ */ globalValue(/* @__PURE__ */ Symbol.for("effect/FiberRef/currentTracerTiming"), () => fiberRefUnsafeMake(true));
var currentTracerSpanAnnotations = /* @__PURE__ */ globalValue(/* @__PURE__ */ Symbol.for("effect/FiberRef/currentTracerSpanAnnotations"), () => fiberRefUnsafeMake(empty10()));
var currentTracerSpanLinks = /* @__PURE__ */ globalValue(/* @__PURE__ */ Symbol.for("effect/FiberRef/currentTracerSpanLinks"), () => fiberRefUnsafeMake(empty5()));
var ScopeTypeId = /* @__PURE__ */ Symbol.for("effect/Scope");
var CloseableScopeTypeId = /* @__PURE__ */ Symbol.for("effect/CloseableScope");
var scopeAddFinalizer = (self, finalizer) => self.addFinalizer(() => asVoid(finalizer));
var scopeAddFinalizerExit = (self, finalizer) => self.addFinalizer(finalizer);
var scopeClose = (self, exit4) => self.close(exit4);
var scopeFork = (self, strategy) => self.fork(strategy);
var causeSquash = (self) => {
  return causeSquashWith(identity)(self);
};
var causeSquashWith = /* @__PURE__ */ dual(2, (self, f2) => {
  const option2 = pipe(self, failureOption, map2(f2));
  switch (option2._tag) {
    case "None": {
      return pipe(defects(self), head2, match2({
        onNone: () => {
          const interrupts = fromIterable(interruptors(self)).flatMap((fiberId2) => fromIterable(ids2(fiberId2)).map((id2) => `#${id2}`));
          return new InterruptedException(interrupts ? `Interrupted by fibers: ${interrupts.join(", ")}` : void 0);
        },
        onSome: identity
      }));
    }
    case "Some": {
      return option2.value;
    }
  }
});
var YieldableError = /* @__PURE__ */ (function() {
  class YieldableError2 extends globalThis.Error {
    commit() {
      return fail2(this);
    }
    toJSON() {
      const obj = {
        ...this
      };
      if (this.message) obj.message = this.message;
      if (this.cause) obj.cause = this.cause;
      return obj;
    }
    [NodeInspectSymbol]() {
      if (this.toString !== globalThis.Error.prototype.toString) {
        return this.stack ? `${this.toString()}
${this.stack.split("\n").slice(1).join("\n")}` : this.toString();
      } else if ("Bun" in globalThis) {
        return pretty(fail(this), {
          renderErrorCause: true
        });
      }
      return this;
    }
  }
  Object.assign(YieldableError2.prototype, StructuralCommitPrototype);
  return YieldableError2;
})();
var makeException = (proto5, tag) => {
  class Base3 extends YieldableError {
    _tag = tag;
  }
  Object.assign(Base3.prototype, proto5);
  Base3.prototype.name = tag;
  return Base3;
};
var RuntimeExceptionTypeId = /* @__PURE__ */ Symbol.for("effect/Cause/errors/RuntimeException");
var RuntimeException = /* @__PURE__ */ makeException({
  [RuntimeExceptionTypeId]: RuntimeExceptionTypeId
}, "RuntimeException");
var InterruptedExceptionTypeId = /* @__PURE__ */ Symbol.for("effect/Cause/errors/InterruptedException");
var InterruptedException = /* @__PURE__ */ makeException({
  [InterruptedExceptionTypeId]: InterruptedExceptionTypeId
}, "InterruptedException");
var isInterruptedException = (u) => hasProperty(u, InterruptedExceptionTypeId);
var IllegalArgumentExceptionTypeId = /* @__PURE__ */ Symbol.for("effect/Cause/errors/IllegalArgument");
var IllegalArgumentException = /* @__PURE__ */ makeException({
  [IllegalArgumentExceptionTypeId]: IllegalArgumentExceptionTypeId
}, "IllegalArgumentException");
var NoSuchElementExceptionTypeId = /* @__PURE__ */ Symbol.for("effect/Cause/errors/NoSuchElement");
var NoSuchElementException = /* @__PURE__ */ makeException({
  [NoSuchElementExceptionTypeId]: NoSuchElementExceptionTypeId
}, "NoSuchElementException");
var InvalidPubSubCapacityExceptionTypeId = /* @__PURE__ */ Symbol.for("effect/Cause/errors/InvalidPubSubCapacityException");
var InvalidPubSubCapacityException = /* @__PURE__ */ makeException({
  [InvalidPubSubCapacityExceptionTypeId]: InvalidPubSubCapacityExceptionTypeId
}, "InvalidPubSubCapacityException");
var ExceededCapacityExceptionTypeId = /* @__PURE__ */ Symbol.for("effect/Cause/errors/ExceededCapacityException");
var ExceededCapacityException = /* @__PURE__ */ makeException({
  [ExceededCapacityExceptionTypeId]: ExceededCapacityExceptionTypeId
}, "ExceededCapacityException");
var TimeoutExceptionTypeId = /* @__PURE__ */ Symbol.for("effect/Cause/errors/Timeout");
var TimeoutException = /* @__PURE__ */ makeException({
  [TimeoutExceptionTypeId]: TimeoutExceptionTypeId
}, "TimeoutException");
var timeoutExceptionFromDuration = (duration) => new TimeoutException(`Operation timed out after '${format2(duration)}'`);
var UnknownExceptionTypeId = /* @__PURE__ */ Symbol.for("effect/Cause/errors/UnknownException");
var UnknownException = /* @__PURE__ */ (function() {
  class UnknownException2 extends YieldableError {
    _tag = "UnknownException";
    error;
    constructor(cause2, message2) {
      super(message2 ?? "An unknown error occurred", {
        cause: cause2
      });
      this.error = cause2;
    }
  }
  Object.assign(UnknownException2.prototype, {
    [UnknownExceptionTypeId]: UnknownExceptionTypeId,
    name: "UnknownException"
  });
  return UnknownException2;
})();
var exitIsExit = (u) => isEffect(u) && "_tag" in u && (u._tag === "Success" || u._tag === "Failure");
var exitIsFailure = (self) => self._tag === "Failure";
var exitIsSuccess = (self) => self._tag === "Success";
var exitAs = /* @__PURE__ */ dual(2, (self, value3) => {
  switch (self._tag) {
    case OP_FAILURE: {
      return exitFailCause(self.effect_instruction_i0);
    }
    case OP_SUCCESS: {
      return exitSucceed(value3);
    }
  }
});
var exitAsVoid = (self) => exitAs(self, void 0);
var exitCollectAll = (exits, options2) => exitCollectAllInternal(exits, options2?.parallel ? parallel : sequential);
var exitDie = (defect) => exitFailCause(die(defect));
var exitFail = (error) => exitFailCause(fail(error));
var exitFailCause = (cause2) => {
  const effect2 = new EffectPrimitiveFailure(OP_FAILURE);
  effect2.effect_instruction_i0 = cause2;
  return effect2;
};
var exitFlatMap = /* @__PURE__ */ dual(2, (self, f2) => {
  switch (self._tag) {
    case OP_FAILURE: {
      return exitFailCause(self.effect_instruction_i0);
    }
    case OP_SUCCESS: {
      return f2(self.effect_instruction_i0);
    }
  }
});
var exitFlatten = (self) => pipe(self, exitFlatMap(identity));
var exitInterrupt = (fiberId2) => exitFailCause(interrupt(fiberId2));
var exitMap = /* @__PURE__ */ dual(2, (self, f2) => {
  switch (self._tag) {
    case OP_FAILURE:
      return exitFailCause(self.effect_instruction_i0);
    case OP_SUCCESS:
      return exitSucceed(f2(self.effect_instruction_i0));
  }
});
var exitMatch = /* @__PURE__ */ dual(2, (self, {
  onFailure,
  onSuccess
}) => {
  switch (self._tag) {
    case OP_FAILURE:
      return onFailure(self.effect_instruction_i0);
    case OP_SUCCESS:
      return onSuccess(self.effect_instruction_i0);
  }
});
var exitMatchEffect = /* @__PURE__ */ dual(2, (self, {
  onFailure,
  onSuccess
}) => {
  switch (self._tag) {
    case OP_FAILURE:
      return onFailure(self.effect_instruction_i0);
    case OP_SUCCESS:
      return onSuccess(self.effect_instruction_i0);
  }
});
var exitSucceed = (value3) => {
  const effect2 = new EffectPrimitiveSuccess(OP_SUCCESS);
  effect2.effect_instruction_i0 = value3;
  return effect2;
};
var exitVoid = /* @__PURE__ */ exitSucceed(void 0);
var exitZipWith = /* @__PURE__ */ dual(3, (self, that, {
  onFailure,
  onSuccess
}) => {
  switch (self._tag) {
    case OP_FAILURE: {
      switch (that._tag) {
        case OP_SUCCESS:
          return exitFailCause(self.effect_instruction_i0);
        case OP_FAILURE: {
          return exitFailCause(onFailure(self.effect_instruction_i0, that.effect_instruction_i0));
        }
      }
    }
    case OP_SUCCESS: {
      switch (that._tag) {
        case OP_SUCCESS:
          return exitSucceed(onSuccess(self.effect_instruction_i0, that.effect_instruction_i0));
        case OP_FAILURE:
          return exitFailCause(that.effect_instruction_i0);
      }
    }
  }
});
var exitCollectAllInternal = (exits, combineCauses) => {
  const list2 = fromIterable2(exits);
  if (!isNonEmpty(list2)) {
    return none2();
  }
  return pipe(tailNonEmpty2(list2), reduce(pipe(headNonEmpty2(list2), exitMap(of2)), (accumulator, current) => pipe(accumulator, exitZipWith(current, {
    onSuccess: (list3, value3) => pipe(list3, prepend2(value3)),
    onFailure: combineCauses
  }))), exitMap(reverse2), exitMap((chunk2) => toReadonlyArray(chunk2)), some2);
};
var deferredUnsafeMake = (fiberId2) => {
  const _deferred = {
    ...CommitPrototype,
    [DeferredTypeId]: deferredVariance,
    state: make11(pending([])),
    commit() {
      return deferredAwait(this);
    },
    blockingOn: fiberId2
  };
  return _deferred;
};
var deferredMake = () => flatMap7(fiberId, (id2) => deferredMakeAs(id2));
var deferredMakeAs = (fiberId2) => sync(() => deferredUnsafeMake(fiberId2));
var deferredAwait = (self) => asyncInterrupt((resume2) => {
  const state = get6(self.state);
  switch (state._tag) {
    case OP_STATE_DONE: {
      return resume2(state.effect);
    }
    case OP_STATE_PENDING: {
      state.joiners.push(resume2);
      return deferredInterruptJoiner(self, resume2);
    }
  }
}, self.blockingOn);
var deferredCompleteWith = /* @__PURE__ */ dual(2, (self, effect2) => sync(() => {
  const state = get6(self.state);
  switch (state._tag) {
    case OP_STATE_DONE: {
      return false;
    }
    case OP_STATE_PENDING: {
      set2(self.state, done(effect2));
      for (let i = 0, len = state.joiners.length; i < len; i++) {
        state.joiners[i](effect2);
      }
      return true;
    }
  }
}));
var deferredDone = /* @__PURE__ */ dual(2, (self, exit4) => deferredCompleteWith(self, exit4));
var deferredFailCause = /* @__PURE__ */ dual(2, (self, cause2) => deferredCompleteWith(self, failCause(cause2)));
var deferredInterruptWith = /* @__PURE__ */ dual(2, (self, fiberId2) => deferredCompleteWith(self, interruptWith(fiberId2)));
var deferredSucceed = /* @__PURE__ */ dual(2, (self, value3) => deferredCompleteWith(self, succeed(value3)));
var deferredUnsafeDone = (self, effect2) => {
  const state = get6(self.state);
  if (state._tag === OP_STATE_PENDING) {
    set2(self.state, done(effect2));
    for (let i = 0, len = state.joiners.length; i < len; i++) {
      state.joiners[i](effect2);
    }
  }
};
var deferredInterruptJoiner = (self, joiner) => sync(() => {
  const state = get6(self.state);
  if (state._tag === OP_STATE_PENDING) {
    const index = state.joiners.indexOf(joiner);
    if (index >= 0) {
      state.joiners.splice(index, 1);
    }
  }
});
var constContext = /* @__PURE__ */ withFiberRuntime((fiber) => exitSucceed(fiber.currentContext));
var context = () => constContext;
var contextWithEffect = (f2) => flatMap7(context(), f2);
var provideContext = /* @__PURE__ */ dual(2, (self, context3) => fiberRefLocally(currentContext, context3)(self));
var mapInputContext = /* @__PURE__ */ dual(2, (self, f2) => contextWithEffect((context3) => provideContext(self, f2(context3))));
var currentSpanFromFiber = (fiber) => {
  const span2 = fiber.currentSpan;
  return span2 !== void 0 && span2._tag === "Span" ? some2(span2) : none2();
};
var NoopSpanProto = {
  _tag: "Span",
  spanId: "noop",
  traceId: "noop",
  sampled: false,
  status: {
    _tag: "Ended",
    startTime: /* @__PURE__ */ BigInt(0),
    endTime: /* @__PURE__ */ BigInt(0),
    exit: exitVoid
  },
  attributes: /* @__PURE__ */ new Map(),
  links: [],
  kind: "internal",
  attribute() {
  },
  event() {
  },
  end() {
  },
  addLinks() {
  }
};
var noopSpan = (options2) => Object.assign(Object.create(NoopSpanProto), options2);

// ../../node_modules/.pnpm/effect@3.22.4/node_modules/effect/dist/esm/internal/clock.js
var ClockSymbolKey = "effect/Clock";
var ClockTypeId = /* @__PURE__ */ Symbol.for(ClockSymbolKey);
var clockTag = /* @__PURE__ */ GenericTag("effect/Clock");
var MAX_TIMER_MILLIS = 2 ** 31 - 1;
var globalClockScheduler = {
  unsafeSchedule(task, duration) {
    const millis5 = toMillis(duration);
    if (millis5 > MAX_TIMER_MILLIS) {
      return constFalse;
    }
    let completed = false;
    const handle = setTimeout(() => {
      completed = true;
      task();
    }, millis5);
    return () => {
      clearTimeout(handle);
      return !completed;
    };
  }
};
var performanceNowNanos = /* @__PURE__ */ (function() {
  const bigint1e62 = /* @__PURE__ */ BigInt(1e6);
  if (typeof performance === "undefined" || typeof performance.now !== "function") {
    return () => BigInt(Date.now()) * bigint1e62;
  }
  let origin2;
  return () => {
    if (origin2 === void 0) {
      origin2 = BigInt(Date.now()) * bigint1e62 - BigInt(Math.round(performance.now() * 1e6));
    }
    return origin2 + BigInt(Math.round(performance.now() * 1e6));
  };
})();
var processOrPerformanceNow = /* @__PURE__ */ (function() {
  const processHrtime = typeof process === "object" && "hrtime" in process && typeof process.hrtime.bigint === "function" ? process.hrtime : void 0;
  if (!processHrtime) {
    return performanceNowNanos;
  }
  const origin2 = /* @__PURE__ */ performanceNowNanos() - /* @__PURE__ */ processHrtime.bigint();
  return () => origin2 + processHrtime.bigint();
})();
var ClockImpl = class {
  [ClockTypeId] = ClockTypeId;
  unsafeCurrentTimeMillis() {
    return Date.now();
  }
  unsafeCurrentTimeNanos() {
    return processOrPerformanceNow();
  }
  currentTimeMillis = /* @__PURE__ */ sync(() => this.unsafeCurrentTimeMillis());
  currentTimeNanos = /* @__PURE__ */ sync(() => this.unsafeCurrentTimeNanos());
  scheduler() {
    return succeed(globalClockScheduler);
  }
  sleep(duration) {
    return async_((resume2) => {
      const canceler = globalClockScheduler.unsafeSchedule(() => resume2(void_), duration);
      return asVoid(sync(canceler));
    });
  }
};
var make19 = () => new ClockImpl();

// ../../node_modules/.pnpm/effect@3.22.4/node_modules/effect/dist/esm/Number.js
var Order2 = number3;

// ../../node_modules/.pnpm/effect@3.22.4/node_modules/effect/dist/esm/RegExp.js
var escape = (string2) => string2.replace(/[/\\^$*+?.()|[\]{}]/g, "\\$&");

// ../../node_modules/.pnpm/effect@3.22.4/node_modules/effect/dist/esm/internal/opCodes/configError.js
var OP_AND = "And";
var OP_OR = "Or";
var OP_INVALID_DATA = "InvalidData";
var OP_MISSING_DATA = "MissingData";
var OP_SOURCE_UNAVAILABLE = "SourceUnavailable";
var OP_UNSUPPORTED = "Unsupported";

// ../../node_modules/.pnpm/effect@3.22.4/node_modules/effect/dist/esm/internal/configError.js
var ConfigErrorSymbolKey = "effect/ConfigError";
var ConfigErrorTypeId = /* @__PURE__ */ Symbol.for(ConfigErrorSymbolKey);
var proto2 = {
  _tag: "ConfigError",
  [ConfigErrorTypeId]: ConfigErrorTypeId
};
var And = (self, that) => {
  const error = Object.create(proto2);
  error._op = OP_AND;
  error.left = self;
  error.right = that;
  Object.defineProperty(error, "toString", {
    enumerable: false,
    value() {
      return `${this.left} and ${this.right}`;
    }
  });
  Object.defineProperty(error, "message", {
    enumerable: false,
    get() {
      return this.toString();
    }
  });
  return error;
};
var Or = (self, that) => {
  const error = Object.create(proto2);
  error._op = OP_OR;
  error.left = self;
  error.right = that;
  Object.defineProperty(error, "toString", {
    enumerable: false,
    value() {
      return `${this.left} or ${this.right}`;
    }
  });
  Object.defineProperty(error, "message", {
    enumerable: false,
    get() {
      return this.toString();
    }
  });
  return error;
};
var InvalidData = (path, message2, options2 = {
  pathDelim: "."
}) => {
  const error = Object.create(proto2);
  error._op = OP_INVALID_DATA;
  error.path = path;
  error.message = message2;
  Object.defineProperty(error, "toString", {
    enumerable: false,
    value() {
      const path2 = pipe(this.path, join(options2.pathDelim));
      return `(Invalid data at ${path2}: "${this.message}")`;
    }
  });
  return error;
};
var MissingData = (path, message2, options2 = {
  pathDelim: "."
}) => {
  const error = Object.create(proto2);
  error._op = OP_MISSING_DATA;
  error.path = path;
  error.message = message2;
  Object.defineProperty(error, "toString", {
    enumerable: false,
    value() {
      const path2 = pipe(this.path, join(options2.pathDelim));
      return `(Missing data at ${path2}: "${this.message}")`;
    }
  });
  return error;
};
var SourceUnavailable = (path, message2, cause2, options2 = {
  pathDelim: "."
}) => {
  const error = Object.create(proto2);
  error._op = OP_SOURCE_UNAVAILABLE;
  error.path = path;
  error.message = message2;
  error.cause = cause2;
  Object.defineProperty(error, "toString", {
    enumerable: false,
    value() {
      const path2 = pipe(this.path, join(options2.pathDelim));
      return `(Source unavailable at ${path2}: "${this.message}")`;
    }
  });
  return error;
};
var Unsupported = (path, message2, options2 = {
  pathDelim: "."
}) => {
  const error = Object.create(proto2);
  error._op = OP_UNSUPPORTED;
  error.path = path;
  error.message = message2;
  Object.defineProperty(error, "toString", {
    enumerable: false,
    value() {
      const path2 = pipe(this.path, join(options2.pathDelim));
      return `(Unsupported operation at ${path2}: "${this.message}")`;
    }
  });
  return error;
};
var prefixed = /* @__PURE__ */ dual(2, (self, prefix) => {
  switch (self._op) {
    case OP_AND: {
      return And(prefixed(self.left, prefix), prefixed(self.right, prefix));
    }
    case OP_OR: {
      return Or(prefixed(self.left, prefix), prefixed(self.right, prefix));
    }
    case OP_INVALID_DATA: {
      return InvalidData([...prefix, ...self.path], self.message);
    }
    case OP_MISSING_DATA: {
      return MissingData([...prefix, ...self.path], self.message);
    }
    case OP_SOURCE_UNAVAILABLE: {
      return SourceUnavailable([...prefix, ...self.path], self.message, self.cause);
    }
    case OP_UNSUPPORTED: {
      return Unsupported([...prefix, ...self.path], self.message);
    }
  }
});
var reduceWithContext2 = /* @__PURE__ */ dual(3, (self, context3, reducer) => {
  const input = [self];
  const output = [];
  while (input.length > 0) {
    const error = input.pop();
    switch (error._op) {
      case OP_AND: {
        input.push(error.right);
        input.push(error.left);
        output.push(left2({
          _op: "AndCase"
        }));
        break;
      }
      case OP_OR: {
        input.push(error.right);
        input.push(error.left);
        output.push(left2({
          _op: "OrCase"
        }));
        break;
      }
      case OP_INVALID_DATA: {
        output.push(right2(reducer.invalidDataCase(context3, error.path, error.message)));
        break;
      }
      case OP_MISSING_DATA: {
        output.push(right2(reducer.missingDataCase(context3, error.path, error.message)));
        break;
      }
      case OP_SOURCE_UNAVAILABLE: {
        output.push(right2(reducer.sourceUnavailableCase(context3, error.path, error.message, error.cause)));
        break;
      }
      case OP_UNSUPPORTED: {
        output.push(right2(reducer.unsupportedCase(context3, error.path, error.message)));
        break;
      }
    }
  }
  const accumulator = [];
  while (output.length > 0) {
    const either5 = output.pop();
    switch (either5._op) {
      case "Left": {
        switch (either5.left._op) {
          case "AndCase": {
            const left3 = accumulator.pop();
            const right3 = accumulator.pop();
            const value3 = reducer.andCase(context3, left3, right3);
            accumulator.push(value3);
            break;
          }
          case "OrCase": {
            const left3 = accumulator.pop();
            const right3 = accumulator.pop();
            const value3 = reducer.orCase(context3, left3, right3);
            accumulator.push(value3);
            break;
          }
        }
        break;
      }
      case "Right": {
        accumulator.push(either5.right);
        break;
      }
    }
  }
  if (accumulator.length === 0) {
    throw new Error("BUG: ConfigError.reduceWithContext - please report an issue at https://github.com/Effect-TS/effect/issues");
  }
  return accumulator.pop();
});

// ../../node_modules/.pnpm/effect@3.22.4/node_modules/effect/dist/esm/internal/configProvider/pathPatch.js
var empty16 = {
  _tag: "Empty"
};
var patch5 = /* @__PURE__ */ dual(2, (path, patch9) => {
  let input = of3(patch9);
  let output = path;
  while (isCons(input)) {
    const patch10 = input.head;
    switch (patch10._tag) {
      case "Empty": {
        input = input.tail;
        break;
      }
      case "AndThen": {
        input = cons(patch10.first, cons(patch10.second, input.tail));
        break;
      }
      case "MapName": {
        output = map3(output, patch10.f);
        input = input.tail;
        break;
      }
      case "Nested": {
        output = prepend(output, patch10.name);
        input = input.tail;
        break;
      }
      case "Unnested": {
        const containsName = pipe(head(output), contains(patch10.name));
        if (containsName) {
          output = tailNonEmpty(output);
          input = input.tail;
        } else {
          return left2(MissingData(output, `Expected ${patch10.name} to be in path in ConfigProvider#unnested`));
        }
        break;
      }
    }
  }
  return right2(output);
});

// ../../node_modules/.pnpm/effect@3.22.4/node_modules/effect/dist/esm/internal/opCodes/config.js
var OP_CONSTANT = "Constant";
var OP_FAIL2 = "Fail";
var OP_FALLBACK = "Fallback";
var OP_DESCRIBED = "Described";
var OP_LAZY = "Lazy";
var OP_MAP_OR_FAIL = "MapOrFail";
var OP_NESTED = "Nested";
var OP_PRIMITIVE = "Primitive";
var OP_REDACTED = "Redacted";
var OP_SEQUENCE = "Sequence";
var OP_HASHMAP = "HashMap";
var OP_ZIP_WITH = "ZipWith";

// ../../node_modules/.pnpm/effect@3.22.4/node_modules/effect/dist/esm/internal/configProvider.js
var concat = (l, r) => [...l, ...r];
var ConfigProviderSymbolKey = "effect/ConfigProvider";
var ConfigProviderTypeId = /* @__PURE__ */ Symbol.for(ConfigProviderSymbolKey);
var configProviderTag = /* @__PURE__ */ GenericTag("effect/ConfigProvider");
var FlatConfigProviderSymbolKey = "effect/ConfigProviderFlat";
var FlatConfigProviderTypeId = /* @__PURE__ */ Symbol.for(FlatConfigProviderSymbolKey);
var make21 = (options2) => ({
  [ConfigProviderTypeId]: ConfigProviderTypeId,
  pipe() {
    return pipeArguments(this, arguments);
  },
  ...options2
});
var makeFlat = (options2) => ({
  [FlatConfigProviderTypeId]: FlatConfigProviderTypeId,
  patch: options2.patch,
  load: (path, config, split = true) => options2.load(path, config, split),
  enumerateChildren: options2.enumerateChildren
});
var fromFlat = (flat) => make21({
  load: (config) => flatMap7(fromFlatLoop(flat, empty4(), config, false), (chunk2) => match2(head(chunk2), {
    onNone: () => fail2(MissingData(empty4(), `Expected a single value having structure: ${config}`)),
    onSome: succeed
  })),
  flattened: flat
});
var fromEnv = (options2) => {
  const {
    pathDelim,
    seqDelim
  } = Object.assign({}, {
    pathDelim: "_",
    seqDelim: ","
  }, options2);
  const makePathString = (path) => pipe(path, join(pathDelim));
  const unmakePathString = (pathString) => pathString.split(pathDelim);
  const getEnv = () => typeof process !== "undefined" && "env" in process && typeof process.env === "object" ? process.env : {};
  const load2 = (path, primitive, split = true) => {
    const pathString = makePathString(path);
    const current = getEnv();
    const valueOpt = pathString in current ? some2(current[pathString]) : none2();
    return pipe(valueOpt, mapError(() => MissingData(path, `Expected ${pathString} to exist in the process context`)), flatMap7((value3) => parsePrimitive(value3, path, primitive, seqDelim, split)));
  };
  const enumerateChildren = (path) => sync(() => {
    const current = getEnv();
    const keys5 = Object.keys(current);
    const keyPaths = keys5.map((value3) => unmakePathString(value3.toUpperCase()));
    const filteredKeyPaths = keyPaths.filter((keyPath) => {
      for (let i = 0; i < path.length; i++) {
        const pathComponent = pipe(path, unsafeGet3(i));
        const currentElement = keyPath[i];
        if (currentElement === void 0 || pathComponent !== currentElement) {
          return false;
        }
      }
      return true;
    }).flatMap((keyPath) => keyPath.slice(path.length, path.length + 1));
    return fromIterable5(filteredKeyPaths);
  });
  return fromFlat(makeFlat({
    load: load2,
    enumerateChildren,
    patch: empty16
  }));
};
var extend = (leftDef, rightDef, left3, right3) => {
  const leftPad = unfold(left3.length, (index) => index >= right3.length ? none2() : some2([leftDef(index), index + 1]));
  const rightPad = unfold(right3.length, (index) => index >= left3.length ? none2() : some2([rightDef(index), index + 1]));
  const leftExtension = concat(left3, leftPad);
  const rightExtension = concat(right3, rightPad);
  return [leftExtension, rightExtension];
};
var appendConfigPath = (path, config) => {
  let op = config;
  if (op._tag === "Nested") {
    const out2 = path.slice();
    while (op._tag === "Nested") {
      out2.push(op.name);
      op = op.config;
    }
    return out2;
  }
  return path;
};
var RedactedConfigErrorReducer = {
  andCase: (_, left3, right3) => And(left3, right3),
  orCase: (_, left3, right3) => Or(left3, right3),
  invalidDataCase: (_, path) => InvalidData(path, "<redacted>"),
  missingDataCase: (_, path) => MissingData(path, "<redacted>"),
  sourceUnavailableCase: (_, path, _message, cause2) => SourceUnavailable(path, "<redacted>", cause2),
  unsupportedCase: (_, path) => Unsupported(path, "<redacted>")
};
var redactConfigError = (error) => reduceWithContext2(error, void 0, RedactedConfigErrorReducer);
var fromFlatLoop = (flat, prefix, config, split) => {
  const op = config;
  switch (op._tag) {
    case OP_CONSTANT: {
      return succeed(of(op.value));
    }
    case OP_DESCRIBED: {
      return suspend(() => fromFlatLoop(flat, prefix, op.config, split));
    }
    case OP_FAIL2: {
      return fail2(MissingData(prefix, op.message));
    }
    case OP_FALLBACK: {
      return pipe(suspend(() => fromFlatLoop(flat, prefix, op.first, split)), catchAll((error1) => {
        if (op.condition(error1)) {
          return pipe(fromFlatLoop(flat, prefix, op.second, split), catchAll((error2) => fail2(Or(error1, error2))));
        }
        return fail2(error1);
      }));
    }
    case OP_LAZY: {
      return suspend(() => fromFlatLoop(flat, prefix, op.config(), split));
    }
    case OP_MAP_OR_FAIL: {
      return suspend(() => pipe(fromFlatLoop(flat, prefix, op.original, split), flatMap7(forEachSequential((a) => pipe(op.mapOrFail(a), mapError(prefixed(appendConfigPath(prefix, op.original))))))));
    }
    case OP_NESTED: {
      return suspend(() => fromFlatLoop(flat, concat(prefix, of(op.name)), op.config, split));
    }
    case OP_PRIMITIVE: {
      return pipe(patch5(prefix, flat.patch), flatMap7((prefix2) => pipe(flat.load(prefix2, op, split), flatMap7((values4) => {
        if (values4.length === 0) {
          const name = pipe(last(prefix2), getOrElse3(() => "<n/a>"));
          return fail2(MissingData([], `Expected ${op.description} with name ${name}`));
        }
        return succeed(values4);
      }))));
    }
    case OP_REDACTED: {
      return suspend(() => pipe(fromFlatLoop(flat, prefix, op.original, split), mapError(redactConfigError), map9(map3(op.redact))));
    }
    case OP_SEQUENCE: {
      return pipe(patch5(prefix, flat.patch), flatMap7((patchedPrefix) => pipe(flat.enumerateChildren(patchedPrefix), flatMap7(indicesFrom), flatMap7((indices) => {
        if (indices.length === 0) {
          return suspend(() => map9(fromFlatLoop(flat, prefix, op.config, true), of));
        }
        return pipe(forEachSequential(indices, (index) => fromFlatLoop(flat, append(prefix, `[${index}]`), op.config, true)), map9((chunkChunk) => {
          const flattened = flatten(chunkChunk);
          if (flattened.length === 0) {
            return of(empty4());
          }
          return of(flattened);
        }));
      }))));
    }
    case OP_HASHMAP: {
      return suspend(() => pipe(patch5(prefix, flat.patch), flatMap7((prefix2) => pipe(flat.enumerateChildren(prefix2), flatMap7((keys5) => {
        return pipe(keys5, forEachSequential((key3) => fromFlatLoop(flat, concat(prefix2, of(key3)), op.valueConfig, split)), map9((matrix) => {
          if (matrix.length === 0) {
            return of(empty10());
          }
          return pipe(transpose(matrix), map3((values4) => fromIterable6(zip(fromIterable(keys5), values4))));
        }));
      })))));
    }
    case OP_ZIP_WITH: {
      return suspend(() => pipe(fromFlatLoop(flat, prefix, op.left, split), either2, flatMap7((left3) => pipe(fromFlatLoop(flat, prefix, op.right, split), either2, flatMap7((right3) => {
        if (isLeft2(left3) && isLeft2(right3)) {
          return fail2(And(left3.left, right3.left));
        }
        if (isLeft2(left3) && isRight2(right3)) {
          return fail2(left3.left);
        }
        if (isRight2(left3) && isLeft2(right3)) {
          return fail2(right3.left);
        }
        if (isRight2(left3) && isRight2(right3)) {
          const path = pipe(prefix, join("."));
          const fail9 = fromFlatLoopFail(prefix, path);
          const [lefts, rights] = extend(fail9, fail9, pipe(left3.right, map3(right2)), pipe(right3.right, map3(right2)));
          return pipe(lefts, zip(rights), forEachSequential(([left4, right4]) => pipe(zip2(left4, right4), map9(([left5, right5]) => op.zip(left5, right5)))));
        }
        throw new Error("BUG: ConfigProvider.fromFlatLoop - please report an issue at https://github.com/Effect-TS/effect/issues");
      })))));
    }
  }
};
var fromFlatLoopFail = (prefix, path) => (index) => left2(MissingData(prefix, `The element at index ${index} in a sequence at path "${path}" was missing`));
var splitPathString = (text3, delim) => {
  const split = text3.split(new RegExp(`\\s*${escape(delim)}\\s*`));
  return split;
};
var parsePrimitive = (text3, path, primitive, delimiter, split) => {
  if (!split) {
    return pipe(primitive.parse(text3), mapBoth2({
      onFailure: prefixed(path),
      onSuccess: of
    }));
  }
  return pipe(splitPathString(text3, delimiter), forEachSequential((char) => primitive.parse(char.trim())), mapError(prefixed(path)));
};
var transpose = (array4) => {
  return Object.keys(array4[0]).map((column) => array4.map((row) => row[column]));
};
var indicesFrom = (quotedIndices) => pipe(forEachSequential(quotedIndices, parseQuotedIndex), mapBoth2({
  onFailure: () => empty4(),
  onSuccess: sort(Order2)
}), either2, map9(merge3));
var QUOTED_INDEX_REGEX = /^(\[(\d+)\])$/;
var parseQuotedIndex = (str) => {
  const match12 = str.match(QUOTED_INDEX_REGEX);
  if (match12 !== null) {
    const matchedIndex = match12[2];
    return pipe(matchedIndex !== void 0 && matchedIndex.length > 0 ? some2(matchedIndex) : none2(), flatMap2(parseInteger));
  }
  return none2();
};
var parseInteger = (str) => {
  const parsedIndex = Number.parseInt(str);
  return Number.isNaN(parsedIndex) ? none2() : some2(parsedIndex);
};

// ../../node_modules/.pnpm/effect@3.22.4/node_modules/effect/dist/esm/internal/defaultServices/console.js
var TypeId8 = /* @__PURE__ */ Symbol.for("effect/Console");
var consoleTag = /* @__PURE__ */ GenericTag("effect/Console");
var defaultConsole = {
  [TypeId8]: TypeId8,
  assert(condition, ...args2) {
    return sync(() => {
      console.assert(condition, ...args2);
    });
  },
  clear: /* @__PURE__ */ sync(() => {
    console.clear();
  }),
  count(label) {
    return sync(() => {
      console.count(label);
    });
  },
  countReset(label) {
    return sync(() => {
      console.countReset(label);
    });
  },
  debug(...args2) {
    return sync(() => {
      console.debug(...args2);
    });
  },
  dir(item, options2) {
    return sync(() => {
      console.dir(item, options2);
    });
  },
  dirxml(...args2) {
    return sync(() => {
      console.dirxml(...args2);
    });
  },
  error(...args2) {
    return sync(() => {
      console.error(...args2);
    });
  },
  group(options2) {
    return options2?.collapsed ? sync(() => console.groupCollapsed(options2?.label)) : sync(() => console.group(options2?.label));
  },
  groupEnd: /* @__PURE__ */ sync(() => {
    console.groupEnd();
  }),
  info(...args2) {
    return sync(() => {
      console.info(...args2);
    });
  },
  log(...args2) {
    return sync(() => {
      console.log(...args2);
    });
  },
  table(tabularData, properties) {
    return sync(() => {
      console.table(tabularData, properties);
    });
  },
  time(label) {
    return sync(() => console.time(label));
  },
  timeEnd(label) {
    return sync(() => console.timeEnd(label));
  },
  timeLog(label, ...args2) {
    return sync(() => {
      console.timeLog(label, ...args2);
    });
  },
  trace(...args2) {
    return sync(() => {
      console.trace(...args2);
    });
  },
  warn(...args2) {
    return sync(() => {
      console.warn(...args2);
    });
  },
  unsafe: console
};

// ../../node_modules/.pnpm/effect@3.22.4/node_modules/effect/dist/esm/internal/random.js
var RandomSymbolKey = "effect/Random";
var RandomTypeId = /* @__PURE__ */ Symbol.for(RandomSymbolKey);
var randomTag = /* @__PURE__ */ GenericTag("effect/Random");
var RandomImpl = class {
  seed;
  [RandomTypeId] = RandomTypeId;
  PRNG;
  constructor(seed) {
    this.seed = seed;
    this.PRNG = new PCGRandom(seed);
  }
  get next() {
    return sync(() => this.PRNG.number());
  }
  get nextBoolean() {
    return map9(this.next, (n2) => n2 > 0.5);
  }
  get nextInt() {
    return sync(() => this.PRNG.integer(Number.MAX_SAFE_INTEGER));
  }
  nextRange(min4, max4) {
    return map9(this.next, (n2) => (max4 - min4) * n2 + min4);
  }
  nextIntBetween(min4, max4) {
    return sync(() => this.PRNG.integer(max4 - min4) + min4);
  }
  shuffle(elements) {
    return shuffleWith(elements, (n2) => this.nextIntBetween(0, n2));
  }
};
var shuffleWith = (elements, nextIntBounded) => {
  return suspend(() => pipe(sync(() => Array.from(elements)), flatMap7((buffer) => {
    const numbers = [];
    for (let i = buffer.length; i >= 2; i = i - 1) {
      numbers.push(i);
    }
    return pipe(numbers, forEachSequentialDiscard((n2) => pipe(nextIntBounded(n2), map9((k) => swap(buffer, n2 - 1, k)))), as(fromIterable2(buffer)));
  })));
};
var swap = (buffer, index1, index2) => {
  const tmp = buffer[index1];
  buffer[index1] = buffer[index2];
  buffer[index2] = tmp;
  return buffer;
};
var make22 = (seed) => new RandomImpl(hash(seed));
var FixedRandomImpl = class {
  values;
  [RandomTypeId] = RandomTypeId;
  index = 0;
  constructor(values4) {
    this.values = values4;
    if (values4.length === 0) {
      throw new Error("Requires at least one value");
    }
  }
  getNextValue() {
    const value3 = this.values[this.index];
    this.index = (this.index + 1) % this.values.length;
    return value3;
  }
  get next() {
    return sync(() => {
      const value3 = this.getNextValue();
      if (typeof value3 === "number") {
        return Math.max(0, Math.min(1, value3));
      }
      return hash(value3) / 2147483647;
    });
  }
  get nextBoolean() {
    return sync(() => {
      const value3 = this.getNextValue();
      if (typeof value3 === "boolean") {
        return value3;
      }
      return hash(value3) % 2 === 0;
    });
  }
  get nextInt() {
    return sync(() => {
      const value3 = this.getNextValue();
      if (typeof value3 === "number" && Number.isFinite(value3)) {
        return Math.round(value3);
      }
      return Math.abs(hash(value3));
    });
  }
  nextRange(min4, max4) {
    return map9(this.next, (n2) => (max4 - min4) * n2 + min4);
  }
  nextIntBetween(min4, max4) {
    return sync(() => {
      const value3 = this.getNextValue();
      if (typeof value3 === "number" && Number.isFinite(value3)) {
        return Math.max(min4, Math.min(max4 - 1, Math.round(value3)));
      }
      const hash3 = Math.abs(hash(value3));
      return min4 + hash3 % (max4 - min4);
    });
  }
  shuffle(elements) {
    return shuffleWith(elements, (n2) => this.nextIntBetween(0, n2));
  }
};

// ../../node_modules/.pnpm/effect@3.22.4/node_modules/effect/dist/esm/internal/tracer.js
var TracerTypeId = /* @__PURE__ */ Symbol.for("effect/Tracer");
var make23 = (options2) => ({
  [TracerTypeId]: TracerTypeId,
  ...options2
});
var tracerTag = /* @__PURE__ */ GenericTag("effect/Tracer");
var spanTag = /* @__PURE__ */ GenericTag("effect/ParentSpan");
var randomHexString = /* @__PURE__ */ (function() {
  const characters = "abcdef0123456789";
  const charactersLength = characters.length;
  return function(length6) {
    let result2 = "";
    for (let i = 0; i < length6; i++) {
      result2 += characters.charAt(Math.floor(Math.random() * charactersLength));
    }
    return result2;
  };
})();
var NativeSpan = class {
  name;
  parent;
  context;
  startTime;
  kind;
  _tag = "Span";
  spanId;
  traceId = "native";
  sampled = true;
  status;
  attributes;
  events = [];
  links;
  constructor(name, parent, context3, links, startTime, kind3) {
    this.name = name;
    this.parent = parent;
    this.context = context3;
    this.startTime = startTime;
    this.kind = kind3;
    this.status = {
      _tag: "Started",
      startTime
    };
    this.attributes = /* @__PURE__ */ new Map();
    this.traceId = parent._tag === "Some" ? parent.value.traceId : randomHexString(32);
    this.spanId = randomHexString(16);
    this.links = Array.from(links);
  }
  end(endTime, exit4) {
    this.status = {
      _tag: "Ended",
      endTime,
      exit: exit4,
      startTime: this.status.startTime
    };
  }
  attribute(key3, value3) {
    this.attributes.set(key3, value3);
  }
  event(name, startTime, attributes) {
    this.events.push([name, startTime, attributes ?? {}]);
  }
  addLinks(links) {
    this.links.push(...links);
  }
};
var nativeTracer = /* @__PURE__ */ make23({
  span: (name, parent, context3, links, startTime, kind3) => new NativeSpan(name, parent, context3, links, startTime, kind3),
  context: (f2) => f2()
});
var addSpanStackTrace = (options2) => {
  if (options2?.captureStackTrace === false) {
    return options2;
  } else if (options2?.captureStackTrace !== void 0 && typeof options2.captureStackTrace !== "boolean") {
    return options2;
  }
  const limit2 = getStackTraceLimit();
  setStackTraceLimit(3);
  const traceError = new Error();
  setStackTraceLimit(limit2);
  let cache = false;
  return {
    ...options2,
    captureStackTrace: () => {
      if (cache !== false) {
        return cache;
      }
      if (traceError.stack !== void 0) {
        const stack = traceError.stack.split("\n");
        if (stack[3] !== void 0) {
          cache = stack[3].trim();
          return cache;
        }
      }
    }
  };
};
var DisablePropagation = /* @__PURE__ */ Reference2()("effect/Tracer/DisablePropagation", {
  defaultValue: constFalse
});

// ../../node_modules/.pnpm/effect@3.22.4/node_modules/effect/dist/esm/internal/defaultServices.js
var liveServices = /* @__PURE__ */ pipe(/* @__PURE__ */ empty2(), /* @__PURE__ */ add2(clockTag, /* @__PURE__ */ make19()), /* @__PURE__ */ add2(consoleTag, defaultConsole), /* @__PURE__ */ add2(randomTag, /* @__PURE__ */ make22(/* @__PURE__ */ Math.random())), /* @__PURE__ */ add2(configProviderTag, /* @__PURE__ */ fromEnv()), /* @__PURE__ */ add2(tracerTag, nativeTracer));
var currentServices = /* @__PURE__ */ globalValue(/* @__PURE__ */ Symbol.for("effect/DefaultServices/currentServices"), () => fiberRefUnsafeMakeContext(liveServices));
var sleep = (duration) => {
  const decodedDuration = decode(duration);
  return clockWith((clock3) => clock3.sleep(decodedDuration));
};
var defaultServicesWith = (f2) => withFiberRuntime((fiber) => f2(fiber.currentDefaultServices));
var clockWith = (f2) => defaultServicesWith((services) => f2(services.unsafeMap.get(clockTag.key)));
var currentTimeMillis = /* @__PURE__ */ clockWith((clock3) => clock3.currentTimeMillis);
var withClock = /* @__PURE__ */ dual(2, (effect2, c) => fiberRefLocallyWith(currentServices, add2(clockTag, c))(effect2));
var tracerWith = (f2) => defaultServicesWith((services) => f2(services.unsafeMap.get(tracerTag.key)));

// ../../node_modules/.pnpm/effect@3.22.4/node_modules/effect/dist/esm/Effectable.js
var EffectPrototype2 = EffectPrototype;
var CommitPrototype2 = CommitPrototype;
var Base2 = Base;
var Class2 = class extends Base2 {
};

// ../../node_modules/.pnpm/effect@3.22.4/node_modules/effect/dist/esm/internal/executionStrategy.js
var OP_SEQUENTIAL2 = "Sequential";
var OP_PARALLEL2 = "Parallel";
var OP_PARALLEL_N = "ParallelN";
var sequential2 = {
  _tag: OP_SEQUENTIAL2
};
var parallel2 = {
  _tag: OP_PARALLEL2
};
var parallelN = (parallelism) => ({
  _tag: OP_PARALLEL_N,
  parallelism
});
var isSequential = (self) => self._tag === OP_SEQUENTIAL2;
var isParallel = (self) => self._tag === OP_PARALLEL2;

// ../../node_modules/.pnpm/effect@3.22.4/node_modules/effect/dist/esm/ExecutionStrategy.js
var sequential3 = sequential2;
var parallel3 = parallel2;
var parallelN2 = parallelN;

// ../../node_modules/.pnpm/effect@3.22.4/node_modules/effect/dist/esm/internal/fiberRefs.js
function unsafeMake3(fiberRefLocals) {
  return new FiberRefsImpl(fiberRefLocals);
}
function empty17() {
  return unsafeMake3(/* @__PURE__ */ new Map());
}
var FiberRefsSym = /* @__PURE__ */ Symbol.for("effect/FiberRefs");
var FiberRefsImpl = class {
  locals;
  [FiberRefsSym] = FiberRefsSym;
  constructor(locals) {
    this.locals = locals;
  }
  pipe() {
    return pipeArguments(this, arguments);
  }
};
var findAncestor = (_ref, _parentStack, _childStack, _childModified = false) => {
  const ref = _ref;
  let parentStack = _parentStack;
  let childStack = _childStack;
  let childModified = _childModified;
  let ret = void 0;
  while (ret === void 0) {
    if (isNonEmptyReadonlyArray(parentStack) && isNonEmptyReadonlyArray(childStack)) {
      const parentFiberId = headNonEmpty(parentStack)[0];
      const parentAncestors = tailNonEmpty(parentStack);
      const childFiberId = headNonEmpty(childStack)[0];
      const childRefValue = headNonEmpty(childStack)[1];
      const childAncestors = tailNonEmpty(childStack);
      if (parentFiberId.startTimeMillis < childFiberId.startTimeMillis) {
        childStack = childAncestors;
        childModified = true;
      } else if (parentFiberId.startTimeMillis > childFiberId.startTimeMillis) {
        parentStack = parentAncestors;
      } else {
        if (parentFiberId.id < childFiberId.id) {
          childStack = childAncestors;
          childModified = true;
        } else if (parentFiberId.id > childFiberId.id) {
          parentStack = parentAncestors;
        } else {
          ret = [childRefValue, childModified];
        }
      }
    } else {
      ret = [ref.initial, true];
    }
  }
  return ret;
};
var joinAs = /* @__PURE__ */ dual(3, (self, fiberId2, that) => {
  const parentFiberRefs = new Map(self.locals);
  that.locals.forEach((childStack, fiberRef) => {
    const childValue = childStack[0][1];
    if (!childStack[0][0][symbol2](fiberId2)) {
      if (!parentFiberRefs.has(fiberRef)) {
        if (equals(childValue, fiberRef.initial)) {
          return;
        }
        parentFiberRefs.set(fiberRef, [[fiberId2, fiberRef.join(fiberRef.initial, childValue)]]);
        return;
      }
      const parentStack = parentFiberRefs.get(fiberRef);
      const [ancestor, wasModified] = findAncestor(fiberRef, parentStack, childStack);
      if (wasModified) {
        const patch9 = fiberRef.diff(ancestor, childValue);
        const oldValue = parentStack[0][1];
        const newValue = fiberRef.join(oldValue, fiberRef.patch(patch9)(oldValue));
        if (!equals(oldValue, newValue)) {
          let newStack;
          const parentFiberId = parentStack[0][0];
          if (parentFiberId[symbol2](fiberId2)) {
            newStack = [[parentFiberId, newValue], ...parentStack.slice(1)];
          } else {
            newStack = [[fiberId2, newValue], ...parentStack];
          }
          parentFiberRefs.set(fiberRef, newStack);
        }
      }
    }
  });
  return new FiberRefsImpl(parentFiberRefs);
});
var forkAs = /* @__PURE__ */ dual(2, (self, childId) => {
  const map15 = /* @__PURE__ */ new Map();
  unsafeForkAs(self, map15, childId);
  return new FiberRefsImpl(map15);
});
var unsafeForkAs = (self, map15, fiberId2) => {
  self.locals.forEach((stack, fiberRef) => {
    const oldValue = stack[0][1];
    const newValue = fiberRef.patch(fiberRef.fork)(oldValue);
    if (equals(oldValue, newValue)) {
      map15.set(fiberRef, stack);
    } else {
      map15.set(fiberRef, [[fiberId2, newValue], ...stack]);
    }
  });
};
var delete_ = /* @__PURE__ */ dual(2, (self, fiberRef) => {
  const locals = new Map(self.locals);
  locals.delete(fiberRef);
  return new FiberRefsImpl(locals);
});
var get8 = /* @__PURE__ */ dual(2, (self, fiberRef) => {
  if (!self.locals.has(fiberRef)) {
    return none2();
  }
  return some2(headNonEmpty(self.locals.get(fiberRef))[1]);
});
var getOrDefault = /* @__PURE__ */ dual(2, (self, fiberRef) => pipe(get8(self, fiberRef), getOrElse3(() => fiberRef.initial)));
var updateAs = /* @__PURE__ */ dual(2, (self, {
  fiberId: fiberId2,
  fiberRef,
  value: value3
}) => {
  if (self.locals.size === 0) {
    return new FiberRefsImpl(/* @__PURE__ */ new Map([[fiberRef, [[fiberId2, value3]]]]));
  }
  const locals = new Map(self.locals);
  unsafeUpdateAs(locals, fiberId2, fiberRef, value3);
  return new FiberRefsImpl(locals);
});
var unsafeUpdateAs = (locals, fiberId2, fiberRef, value3) => {
  const oldStack = locals.get(fiberRef) ?? [];
  let newStack;
  if (isNonEmptyReadonlyArray(oldStack)) {
    const [currentId, currentValue] = headNonEmpty(oldStack);
    if (currentId[symbol2](fiberId2)) {
      if (equals(currentValue, value3)) {
        return;
      } else {
        newStack = [[fiberId2, value3], ...oldStack.slice(1)];
      }
    } else {
      newStack = [[fiberId2, value3], ...oldStack];
    }
  } else {
    newStack = [[fiberId2, value3]];
  }
  locals.set(fiberRef, newStack);
};
var updateManyAs = /* @__PURE__ */ dual(2, (self, {
  entries: entries2,
  forkAs: forkAs2
}) => {
  if (self.locals.size === 0) {
    return new FiberRefsImpl(new Map(entries2));
  }
  const locals = new Map(self.locals);
  if (forkAs2 !== void 0) {
    unsafeForkAs(self, locals, forkAs2);
  }
  entries2.forEach(([fiberRef, values4]) => {
    if (values4.length === 1) {
      unsafeUpdateAs(locals, values4[0][0], fiberRef, values4[0][1]);
    } else {
      values4.forEach(([fiberId2, value3]) => {
        unsafeUpdateAs(locals, fiberId2, fiberRef, value3);
      });
    }
  });
  return new FiberRefsImpl(locals);
});

// ../../node_modules/.pnpm/effect@3.22.4/node_modules/effect/dist/esm/FiberRefs.js
var get9 = get8;
var getOrDefault2 = getOrDefault;
var updateManyAs2 = updateManyAs;
var empty18 = empty17;

// ../../node_modules/.pnpm/effect@3.22.4/node_modules/effect/dist/esm/internal/fiberRefs/patch.js
var OP_EMPTY2 = "Empty";
var OP_ADD = "Add";
var OP_REMOVE = "Remove";
var OP_UPDATE = "Update";
var OP_AND_THEN = "AndThen";
var empty19 = {
  _tag: OP_EMPTY2
};
var diff5 = (oldValue, newValue) => {
  const missingLocals = new Map(oldValue.locals);
  let patch9 = empty19;
  for (const [fiberRef, pairs] of newValue.locals.entries()) {
    const newValue2 = headNonEmpty(pairs)[1];
    const old = missingLocals.get(fiberRef);
    if (old !== void 0) {
      const oldValue2 = headNonEmpty(old)[1];
      if (!equals(oldValue2, newValue2)) {
        patch9 = combine7({
          _tag: OP_UPDATE,
          fiberRef,
          patch: fiberRef.diff(oldValue2, newValue2)
        })(patch9);
      }
    } else {
      patch9 = combine7({
        _tag: OP_ADD,
        fiberRef,
        value: newValue2
      })(patch9);
    }
    missingLocals.delete(fiberRef);
  }
  for (const [fiberRef] of missingLocals.entries()) {
    patch9 = combine7({
      _tag: OP_REMOVE,
      fiberRef
    })(patch9);
  }
  return patch9;
};
var combine7 = /* @__PURE__ */ dual(2, (self, that) => ({
  _tag: OP_AND_THEN,
  first: self,
  second: that
}));
var patch6 = /* @__PURE__ */ dual(3, (self, fiberId2, oldValue) => {
  let fiberRefs3 = oldValue;
  let patches = of(self);
  while (isNonEmptyReadonlyArray(patches)) {
    const head4 = headNonEmpty(patches);
    const tail = tailNonEmpty(patches);
    switch (head4._tag) {
      case OP_EMPTY2: {
        patches = tail;
        break;
      }
      case OP_ADD: {
        fiberRefs3 = updateAs(fiberRefs3, {
          fiberId: fiberId2,
          fiberRef: head4.fiberRef,
          value: head4.value
        });
        patches = tail;
        break;
      }
      case OP_REMOVE: {
        fiberRefs3 = delete_(fiberRefs3, head4.fiberRef);
        patches = tail;
        break;
      }
      case OP_UPDATE: {
        const value3 = getOrDefault(fiberRefs3, head4.fiberRef);
        fiberRefs3 = updateAs(fiberRefs3, {
          fiberId: fiberId2,
          fiberRef: head4.fiberRef,
          value: head4.fiberRef.patch(head4.patch)(value3)
        });
        patches = tail;
        break;
      }
      case OP_AND_THEN: {
        patches = prepend(head4.first)(prepend(head4.second)(tail));
        break;
      }
    }
  }
  return fiberRefs3;
});

// ../../node_modules/.pnpm/effect@3.22.4/node_modules/effect/dist/esm/FiberRefsPatch.js
var diff6 = diff5;
var patch7 = patch6;

// ../../node_modules/.pnpm/effect@3.22.4/node_modules/effect/dist/esm/internal/fiberStatus.js
var FiberStatusSymbolKey = "effect/FiberStatus";
var FiberStatusTypeId = /* @__PURE__ */ Symbol.for(FiberStatusSymbolKey);
var OP_DONE = "Done";
var OP_RUNNING = "Running";
var OP_SUSPENDED = "Suspended";
var DoneHash = /* @__PURE__ */ string(`${FiberStatusSymbolKey}-${OP_DONE}`);
var Done = class {
  [FiberStatusTypeId] = FiberStatusTypeId;
  _tag = OP_DONE;
  [symbol]() {
    return DoneHash;
  }
  [symbol2](that) {
    return isFiberStatus(that) && that._tag === OP_DONE;
  }
};
var Running = class {
  runtimeFlags;
  [FiberStatusTypeId] = FiberStatusTypeId;
  _tag = OP_RUNNING;
  constructor(runtimeFlags2) {
    this.runtimeFlags = runtimeFlags2;
  }
  [symbol]() {
    return pipe(hash(FiberStatusSymbolKey), combine(hash(this._tag)), combine(hash(this.runtimeFlags)), cached(this));
  }
  [symbol2](that) {
    return isFiberStatus(that) && that._tag === OP_RUNNING && this.runtimeFlags === that.runtimeFlags;
  }
};
var Suspended = class {
  runtimeFlags;
  blockingOn;
  [FiberStatusTypeId] = FiberStatusTypeId;
  _tag = OP_SUSPENDED;
  constructor(runtimeFlags2, blockingOn) {
    this.runtimeFlags = runtimeFlags2;
    this.blockingOn = blockingOn;
  }
  [symbol]() {
    return pipe(hash(FiberStatusSymbolKey), combine(hash(this._tag)), combine(hash(this.runtimeFlags)), combine(hash(this.blockingOn)), cached(this));
  }
  [symbol2](that) {
    return isFiberStatus(that) && that._tag === OP_SUSPENDED && this.runtimeFlags === that.runtimeFlags && equals(this.blockingOn, that.blockingOn);
  }
};
var done2 = /* @__PURE__ */ new Done();
var running = (runtimeFlags2) => new Running(runtimeFlags2);
var suspended = (runtimeFlags2, blockingOn) => new Suspended(runtimeFlags2, blockingOn);
var isFiberStatus = (u) => hasProperty(u, FiberStatusTypeId);
var isDone = (self) => self._tag === OP_DONE;

// ../../node_modules/.pnpm/effect@3.22.4/node_modules/effect/dist/esm/FiberStatus.js
var done3 = done2;
var running2 = running;
var suspended2 = suspended;
var isDone2 = isDone;

// ../../node_modules/.pnpm/effect@3.22.4/node_modules/effect/dist/esm/LogLevel.js
var All = logLevelAll;
var Fatal = logLevelFatal;
var Error2 = logLevelError;
var Warning = logLevelWarning;
var Info = logLevelInfo;
var Debug = logLevelDebug;
var Trace = logLevelTrace;
var None3 = logLevelNone;
var Order3 = /* @__PURE__ */ pipe(Order2, /* @__PURE__ */ mapInput2((level) => level.ordinal));
var greaterThan3 = /* @__PURE__ */ greaterThan(Order3);
var fromLiteral = (literal) => {
  switch (literal) {
    case "All":
      return All;
    case "Debug":
      return Debug;
    case "Error":
      return Error2;
    case "Fatal":
      return Fatal;
    case "Info":
      return Info;
    case "Trace":
      return Trace;
    case "None":
      return None3;
    case "Warning":
      return Warning;
  }
};

// ../../node_modules/.pnpm/effect@3.22.4/node_modules/effect/dist/esm/Micro.js
var TypeId9 = /* @__PURE__ */ Symbol.for("effect/Micro");
var MicroExitTypeId = /* @__PURE__ */ Symbol.for("effect/Micro/MicroExit");
var MicroCauseTypeId = /* @__PURE__ */ Symbol.for("effect/Micro/MicroCause");
var microCauseVariance = {
  _E: identity
};
var MicroCauseImpl = class extends globalThis.Error {
  _tag;
  traces;
  [MicroCauseTypeId];
  constructor(_tag, originalError, traces) {
    const causeName = `MicroCause.${_tag}`;
    let name;
    let message2;
    let stack;
    if (originalError instanceof globalThis.Error) {
      name = `(${causeName}) ${originalError.name}`;
      message2 = originalError.message;
      const messageLines = message2.split("\n").length;
      stack = originalError.stack ? `(${causeName}) ${originalError.stack.split("\n").slice(0, messageLines + 3).join("\n")}` : `${name}: ${message2}`;
    } else {
      name = causeName;
      message2 = toStringUnknown(originalError, 0);
      stack = `${name}: ${message2}`;
    }
    if (traces.length > 0) {
      stack += `
    ${traces.join("\n    ")}`;
    }
    super(message2);
    this._tag = _tag;
    this.traces = traces;
    this[MicroCauseTypeId] = microCauseVariance;
    this.name = name;
    this.stack = stack;
  }
  pipe() {
    return pipeArguments(this, arguments);
  }
  toString() {
    return this.stack;
  }
  [NodeInspectSymbol]() {
    return this.stack;
  }
};
var Die = class extends MicroCauseImpl {
  defect;
  constructor(defect, traces = []) {
    super("Die", defect, traces);
    this.defect = defect;
  }
};
var causeDie = (defect, traces = []) => new Die(defect, traces);
var Interrupt = class extends MicroCauseImpl {
  constructor(traces = []) {
    super("Interrupt", "interrupted", traces);
  }
};
var causeInterrupt = (traces = []) => new Interrupt(traces);
var causeIsInterrupt = (self) => self._tag === "Interrupt";
var MicroFiberTypeId = /* @__PURE__ */ Symbol.for("effect/Micro/MicroFiber");
var fiberVariance = {
  _A: identity,
  _E: identity
};
var MicroFiberImpl = class {
  context;
  interruptible;
  [MicroFiberTypeId];
  _stack = [];
  _observers = [];
  _exit;
  _children;
  currentOpCount = 0;
  constructor(context3, interruptible5 = true) {
    this.context = context3;
    this.interruptible = interruptible5;
    this[MicroFiberTypeId] = fiberVariance;
  }
  getRef(ref) {
    return unsafeGetReference(this.context, ref);
  }
  addObserver(cb) {
    if (this._exit) {
      cb(this._exit);
      return constVoid;
    }
    this._observers.push(cb);
    return () => {
      const index = this._observers.indexOf(cb);
      if (index >= 0) {
        this._observers.splice(index, 1);
      }
    };
  }
  _interrupted = false;
  unsafeInterrupt() {
    if (this._exit) {
      return;
    }
    this._interrupted = true;
    if (this.interruptible) {
      this.evaluate(exitInterrupt2);
    }
  }
  unsafePoll() {
    return this._exit;
  }
  evaluate(effect2) {
    if (this._exit) {
      return;
    } else if (this._yielded !== void 0) {
      const yielded = this._yielded;
      this._yielded = void 0;
      yielded();
    }
    const exit4 = this.runLoop(effect2);
    if (exit4 === Yield) {
      return;
    }
    const interruptChildren = fiberMiddleware.interruptChildren && fiberMiddleware.interruptChildren(this);
    if (interruptChildren !== void 0) {
      return this.evaluate(flatMap8(interruptChildren, () => exit4));
    }
    this._exit = exit4;
    for (let i = 0; i < this._observers.length; i++) {
      this._observers[i](exit4);
    }
    this._observers.length = 0;
  }
  runLoop(effect2) {
    let yielding = false;
    let current = effect2;
    this.currentOpCount = 0;
    try {
      while (true) {
        this.currentOpCount++;
        if (!yielding && this.getRef(CurrentScheduler).shouldYield(this)) {
          yielding = true;
          const prev = current;
          current = flatMap8(yieldNow2, () => prev);
        }
        current = current[evaluate](this);
        if (current === Yield) {
          const yielded = this._yielded;
          if (MicroExitTypeId in yielded) {
            this._yielded = void 0;
            return yielded;
          }
          return Yield;
        }
      }
    } catch (error) {
      if (!hasProperty(current, evaluate)) {
        return exitDie2(`MicroFiber.runLoop: Not a valid effect: ${String(current)}`);
      }
      return exitDie2(error);
    }
  }
  getCont(symbol3) {
    while (true) {
      const op = this._stack.pop();
      if (!op) return void 0;
      const cont = op[ensureCont] && op[ensureCont](this);
      if (cont) return {
        [symbol3]: cont
      };
      if (op[symbol3]) return op;
    }
  }
  // cancel the yielded operation, or for the yielded exit value
  _yielded = void 0;
  yieldWith(value3) {
    this._yielded = value3;
    return Yield;
  }
  children() {
    return this._children ??= /* @__PURE__ */ new Set();
  }
};
var fiberMiddleware = /* @__PURE__ */ globalValue("effect/Micro/fiberMiddleware", () => ({
  interruptChildren: void 0
}));
var fiberInterruptAll = (fibers) => suspend2(() => {
  for (const fiber of fibers) fiber.unsafeInterrupt();
  const iter = fibers[Symbol.iterator]();
  const wait = suspend2(() => {
    let result2 = iter.next();
    while (!result2.done) {
      if (result2.value.unsafePoll()) {
        result2 = iter.next();
        continue;
      }
      const fiber = result2.value;
      return async((resume2) => {
        fiber.addObserver((_) => {
          resume2(wait);
        });
      });
    }
    return exitVoid2;
  });
  return wait;
});
var identifier = /* @__PURE__ */ Symbol.for("effect/Micro/identifier");
var args = /* @__PURE__ */ Symbol.for("effect/Micro/args");
var evaluate = /* @__PURE__ */ Symbol.for("effect/Micro/evaluate");
var successCont = /* @__PURE__ */ Symbol.for("effect/Micro/successCont");
var failureCont = /* @__PURE__ */ Symbol.for("effect/Micro/failureCont");
var ensureCont = /* @__PURE__ */ Symbol.for("effect/Micro/ensureCont");
var Yield = /* @__PURE__ */ Symbol.for("effect/Micro/Yield");
var microVariance = {
  _A: identity,
  _E: identity,
  _R: identity
};
var MicroProto = {
  ...EffectPrototype2,
  _op: "Micro",
  [TypeId9]: microVariance,
  pipe() {
    return pipeArguments(this, arguments);
  },
  [Symbol.iterator]() {
    return new SingleShotGen(new YieldWrap(this));
  },
  toJSON() {
    return {
      _id: "Micro",
      op: this[identifier],
      ...args in this ? {
        args: this[args]
      } : void 0
    };
  },
  toString() {
    return format(this);
  },
  [NodeInspectSymbol]() {
    return format(this);
  }
};
function defaultEvaluate(_fiber) {
  return exitDie2(`Micro.evaluate: Not implemented`);
}
var makePrimitiveProto = (options2) => ({
  ...MicroProto,
  [identifier]: options2.op,
  [evaluate]: options2.eval ?? defaultEvaluate,
  [successCont]: options2.contA,
  [failureCont]: options2.contE,
  [ensureCont]: options2.ensure
});
var makePrimitive = (options2) => {
  const Proto4 = makePrimitiveProto(options2);
  return function() {
    const self = Object.create(Proto4);
    self[args] = options2.single === false ? arguments : arguments[0];
    return self;
  };
};
var makeExit = (options2) => {
  const Proto4 = {
    ...makePrimitiveProto(options2),
    [MicroExitTypeId]: MicroExitTypeId,
    _tag: options2.op,
    get [options2.prop]() {
      return this[args];
    },
    toJSON() {
      return {
        _id: "MicroExit",
        _tag: options2.op,
        [options2.prop]: this[args]
      };
    },
    [symbol2](that) {
      return isMicroExit(that) && that._tag === options2.op && equals(this[args], that[args]);
    },
    [symbol]() {
      return cached(this, combine(string(options2.op))(hash(this[args])));
    }
  };
  return function(value3) {
    const self = Object.create(Proto4);
    self[args] = value3;
    self[successCont] = void 0;
    self[failureCont] = void 0;
    self[ensureCont] = void 0;
    return self;
  };
};
var succeed2 = /* @__PURE__ */ makeExit({
  op: "Success",
  prop: "value",
  eval(fiber) {
    const cont = fiber.getCont(successCont);
    return cont ? cont[successCont](this[args], fiber) : fiber.yieldWith(this);
  }
});
var failCause2 = /* @__PURE__ */ makeExit({
  op: "Failure",
  prop: "cause",
  eval(fiber) {
    let cont = fiber.getCont(failureCont);
    while (causeIsInterrupt(this[args]) && cont && fiber.interruptible) {
      cont = fiber.getCont(failureCont);
    }
    return cont ? cont[failureCont](this[args], fiber) : fiber.yieldWith(this);
  }
});
var sync2 = /* @__PURE__ */ makePrimitive({
  op: "Sync",
  eval(fiber) {
    const value3 = this[args]();
    const cont = fiber.getCont(successCont);
    return cont ? cont[successCont](value3, fiber) : fiber.yieldWith(exitSucceed2(value3));
  }
});
var suspend2 = /* @__PURE__ */ makePrimitive({
  op: "Suspend",
  eval(_fiber) {
    return this[args]();
  }
});
var yieldNowWith = /* @__PURE__ */ makePrimitive({
  op: "Yield",
  eval(fiber) {
    let resumed = false;
    fiber.getRef(CurrentScheduler).scheduleTask(() => {
      if (resumed) return;
      fiber.evaluate(exitVoid2);
    }, this[args] ?? 0);
    return fiber.yieldWith(() => {
      resumed = true;
    });
  }
});
var yieldNow2 = /* @__PURE__ */ yieldNowWith(0);
var void_2 = /* @__PURE__ */ succeed2(void 0);
var withMicroFiber = /* @__PURE__ */ makePrimitive({
  op: "WithMicroFiber",
  eval(fiber) {
    return this[args](fiber);
  }
});
var asyncOptions = /* @__PURE__ */ makePrimitive({
  op: "Async",
  single: false,
  eval(fiber) {
    const register = this[args][0];
    let resumed = false;
    let yielded = false;
    const controller = this[args][1] ? new AbortController() : void 0;
    const onCancel = register((effect2) => {
      if (resumed) return;
      resumed = true;
      if (yielded) {
        fiber.evaluate(effect2);
      } else {
        yielded = effect2;
      }
    }, controller?.signal);
    if (yielded !== false) return yielded;
    yielded = true;
    fiber._yielded = () => {
      resumed = true;
    };
    if (controller === void 0 && onCancel === void 0) {
      return Yield;
    }
    fiber._stack.push(asyncFinalizer(() => {
      resumed = true;
      controller?.abort();
      return onCancel ?? exitVoid2;
    }));
    return Yield;
  }
});
var asyncFinalizer = /* @__PURE__ */ makePrimitive({
  op: "AsyncFinalizer",
  ensure(fiber) {
    if (fiber.interruptible) {
      fiber.interruptible = false;
      fiber._stack.push(setInterruptible(true));
    }
  },
  contE(cause2, _fiber) {
    return causeIsInterrupt(cause2) ? flatMap8(this[args](), () => failCause2(cause2)) : failCause2(cause2);
  }
});
var async = (register) => asyncOptions(register, register.length >= 2);
var as2 = /* @__PURE__ */ dual(2, (self, value3) => map10(self, (_) => value3));
var exit2 = (self) => matchCause2(self, {
  onFailure: exitFailCause2,
  onSuccess: exitSucceed2
});
var flatMap8 = /* @__PURE__ */ dual(2, (self, f2) => {
  const onSuccess = Object.create(OnSuccessProto);
  onSuccess[args] = self;
  onSuccess[successCont] = f2;
  return onSuccess;
});
var OnSuccessProto = /* @__PURE__ */ makePrimitiveProto({
  op: "OnSuccess",
  eval(fiber) {
    fiber._stack.push(this);
    return this[args];
  }
});
var map10 = /* @__PURE__ */ dual(2, (self, f2) => flatMap8(self, (a) => succeed2(f2(a))));
var isMicroExit = (u) => hasProperty(u, MicroExitTypeId);
var exitSucceed2 = succeed2;
var exitFailCause2 = failCause2;
var exitInterrupt2 = /* @__PURE__ */ exitFailCause2(/* @__PURE__ */ causeInterrupt());
var exitDie2 = (defect) => exitFailCause2(causeDie(defect));
var exitVoid2 = /* @__PURE__ */ exitSucceed2(void 0);
var exitVoidAll = (exits) => {
  for (const exit4 of exits) {
    if (exit4._tag === "Failure") {
      return exit4;
    }
  }
  return exitVoid2;
};
var setImmediate2 = "setImmediate" in globalThis ? globalThis.setImmediate : (f2) => setTimeout(f2, 0);
var MicroSchedulerDefault = class {
  tasks = [];
  running = false;
  /**
   * @since 3.5.9
   */
  scheduleTask(task, _priority) {
    this.tasks.push(task);
    if (!this.running) {
      this.running = true;
      setImmediate2(this.afterScheduled);
    }
  }
  /**
   * @since 3.5.9
   */
  afterScheduled = () => {
    this.running = false;
    this.runTasks();
  };
  /**
   * @since 3.5.9
   */
  runTasks() {
    const tasks = this.tasks;
    this.tasks = [];
    for (let i = 0, len = tasks.length; i < len; i++) {
      tasks[i]();
    }
  }
  /**
   * @since 3.5.9
   */
  shouldYield(fiber) {
    return fiber.currentOpCount >= fiber.getRef(MaxOpsBeforeYield);
  }
  /**
   * @since 3.5.9
   */
  flush() {
    while (this.tasks.length > 0) {
      this.runTasks();
    }
  }
};
var updateContext = /* @__PURE__ */ dual(2, (self, f2) => withMicroFiber((fiber) => {
  const prev = fiber.context;
  fiber.context = f2(prev);
  return onExit2(self, () => {
    fiber.context = prev;
    return void_2;
  });
}));
var provideContext2 = /* @__PURE__ */ dual(2, (self, provided) => updateContext(self, merge2(provided)));
var MaxOpsBeforeYield = class extends (/* @__PURE__ */ Reference2()("effect/Micro/currentMaxOpsBeforeYield", {
  defaultValue: () => 2048
})) {
};
var CurrentConcurrency = class extends (/* @__PURE__ */ Reference2()("effect/Micro/currentConcurrency", {
  defaultValue: () => "unbounded"
})) {
};
var CurrentScheduler = class extends (/* @__PURE__ */ Reference2()("effect/Micro/currentScheduler", {
  defaultValue: () => new MicroSchedulerDefault()
})) {
};
var matchCauseEffect2 = /* @__PURE__ */ dual(2, (self, options2) => {
  const primitive = Object.create(OnSuccessAndFailureProto);
  primitive[args] = self;
  primitive[successCont] = options2.onSuccess;
  primitive[failureCont] = options2.onFailure;
  return primitive;
});
var OnSuccessAndFailureProto = /* @__PURE__ */ makePrimitiveProto({
  op: "OnSuccessAndFailure",
  eval(fiber) {
    fiber._stack.push(this);
    return this[args];
  }
});
var matchCause2 = /* @__PURE__ */ dual(2, (self, options2) => matchCauseEffect2(self, {
  onFailure: (cause2) => sync2(() => options2.onFailure(cause2)),
  onSuccess: (value3) => sync2(() => options2.onSuccess(value3))
}));
var MicroScopeTypeId = /* @__PURE__ */ Symbol.for("effect/Micro/MicroScope");
var MicroScopeImpl = class _MicroScopeImpl {
  [MicroScopeTypeId];
  state = {
    _tag: "Open",
    finalizers: /* @__PURE__ */ new Set()
  };
  constructor() {
    this[MicroScopeTypeId] = MicroScopeTypeId;
  }
  unsafeAddFinalizer(finalizer) {
    if (this.state._tag === "Open") {
      this.state.finalizers.add(finalizer);
    }
  }
  addFinalizer(finalizer) {
    return suspend2(() => {
      if (this.state._tag === "Open") {
        this.state.finalizers.add(finalizer);
        return void_2;
      }
      return finalizer(this.state.exit);
    });
  }
  unsafeRemoveFinalizer(finalizer) {
    if (this.state._tag === "Open") {
      this.state.finalizers.delete(finalizer);
    }
  }
  close(microExit) {
    return suspend2(() => {
      if (this.state._tag === "Open") {
        const finalizers = Array.from(this.state.finalizers).reverse();
        this.state = {
          _tag: "Closed",
          exit: microExit
        };
        return flatMap8(forEach4(finalizers, (finalizer) => exit2(finalizer(microExit))), exitVoidAll);
      }
      return void_2;
    });
  }
  get fork() {
    return sync2(() => {
      const newScope = new _MicroScopeImpl();
      if (this.state._tag === "Closed") {
        newScope.state = this.state;
        return newScope;
      }
      function fin(exit4) {
        return newScope.close(exit4);
      }
      this.state.finalizers.add(fin);
      newScope.unsafeAddFinalizer((_) => sync2(() => this.unsafeRemoveFinalizer(fin)));
      return newScope;
    });
  }
};
var onExit2 = /* @__PURE__ */ dual(2, (self, f2) => uninterruptibleMask2((restore) => matchCauseEffect2(restore(self), {
  onFailure: (cause2) => flatMap8(f2(exitFailCause2(cause2)), () => failCause2(cause2)),
  onSuccess: (a) => flatMap8(f2(exitSucceed2(a)), () => succeed2(a))
})));
var setInterruptible = /* @__PURE__ */ makePrimitive({
  op: "SetInterruptible",
  ensure(fiber) {
    fiber.interruptible = this[args];
    if (fiber._interrupted && fiber.interruptible) {
      return () => exitInterrupt2;
    }
  }
});
var interruptible3 = (self) => withMicroFiber((fiber) => {
  if (fiber.interruptible) return self;
  fiber.interruptible = true;
  fiber._stack.push(setInterruptible(false));
  if (fiber._interrupted) return exitInterrupt2;
  return self;
});
var uninterruptibleMask2 = (f2) => withMicroFiber((fiber) => {
  if (!fiber.interruptible) return f2(identity);
  fiber.interruptible = false;
  fiber._stack.push(setInterruptible(true));
  return f2(interruptible3);
});
var whileLoop2 = /* @__PURE__ */ makePrimitive({
  op: "While",
  contA(value3, fiber) {
    this[args].step(value3);
    if (this[args].while()) {
      fiber._stack.push(this);
      return this[args].body();
    }
    return exitVoid2;
  },
  eval(fiber) {
    if (this[args].while()) {
      fiber._stack.push(this);
      return this[args].body();
    }
    return exitVoid2;
  }
});
var forEach4 = (iterable, f2, options2) => withMicroFiber((parent) => {
  const concurrencyOption = options2?.concurrency === "inherit" ? parent.getRef(CurrentConcurrency) : options2?.concurrency ?? 1;
  const concurrency = concurrencyOption === "unbounded" ? Number.POSITIVE_INFINITY : Math.max(1, concurrencyOption);
  const items = fromIterable(iterable);
  let length6 = items.length;
  if (length6 === 0) {
    return options2?.discard ? void_2 : succeed2([]);
  }
  const out2 = options2?.discard ? void 0 : new Array(length6);
  let index = 0;
  if (concurrency === 1) {
    return as2(whileLoop2({
      while: () => index < items.length,
      body: () => f2(items[index], index),
      step: out2 ? (b) => out2[index++] = b : (_) => index++
    }), out2);
  }
  return async((resume2) => {
    const fibers = /* @__PURE__ */ new Set();
    let result2 = void 0;
    let inProgress = 0;
    let doneCount = 0;
    let pumping = false;
    let interrupted2 = false;
    function pump() {
      pumping = true;
      while (inProgress < concurrency && index < length6) {
        const currentIndex = index;
        const item = items[currentIndex];
        index++;
        inProgress++;
        try {
          const child4 = unsafeFork(parent, f2(item, currentIndex), true, true);
          fibers.add(child4);
          child4.addObserver((exit4) => {
            fibers.delete(child4);
            if (interrupted2) {
              return;
            } else if (exit4._tag === "Failure") {
              if (result2 === void 0) {
                result2 = exit4;
                length6 = index;
                fibers.forEach((fiber) => fiber.unsafeInterrupt());
              }
            } else if (out2 !== void 0) {
              out2[currentIndex] = exit4.value;
            }
            doneCount++;
            inProgress--;
            if (doneCount === length6) {
              resume2(result2 ?? succeed2(out2));
            } else if (!pumping && inProgress < concurrency) {
              pump();
            }
          });
        } catch (err) {
          result2 = exitDie2(err);
          length6 = index;
          fibers.forEach((fiber) => fiber.unsafeInterrupt());
        }
      }
      pumping = false;
    }
    pump();
    return suspend2(() => {
      interrupted2 = true;
      index = length6;
      return fiberInterruptAll(fibers);
    });
  });
});
var unsafeFork = (parent, effect2, immediate = false, daemon = false) => {
  const child4 = new MicroFiberImpl(parent.context, parent.interruptible);
  if (!daemon) {
    parent.children().add(child4);
    child4.addObserver(() => parent.children().delete(child4));
  }
  if (immediate) {
    child4.evaluate(effect2);
  } else {
    parent.getRef(CurrentScheduler).scheduleTask(() => child4.evaluate(effect2), 0);
  }
  return child4;
};
var runFork = (effect2, options2) => {
  const fiber = new MicroFiberImpl(CurrentScheduler.context(options2?.scheduler ?? new MicroSchedulerDefault()));
  fiber.evaluate(effect2);
  if (options2?.signal) {
    if (options2.signal.aborted) {
      fiber.unsafeInterrupt();
    } else {
      const abort = () => fiber.unsafeInterrupt();
      options2.signal.addEventListener("abort", abort, {
        once: true
      });
      fiber.addObserver(() => options2.signal.removeEventListener("abort", abort));
    }
  }
  return fiber;
};

// ../../node_modules/.pnpm/effect@3.22.4/node_modules/effect/dist/esm/Readable.js
var TypeId10 = /* @__PURE__ */ Symbol.for("effect/Readable");
var Proto = {
  [TypeId10]: TypeId10,
  pipe() {
    return pipeArguments(this, arguments);
  }
};

// ../../node_modules/.pnpm/effect@3.22.4/node_modules/effect/dist/esm/internal/ref.js
var RefTypeId = /* @__PURE__ */ Symbol.for("effect/Ref");
var refVariance = {
  /* c8 ignore next */
  _A: (_) => _
};
var RefImpl = class extends Class2 {
  ref;
  commit() {
    return this.get;
  }
  [RefTypeId] = refVariance;
  [TypeId10] = TypeId10;
  constructor(ref) {
    super();
    this.ref = ref;
    this.get = sync(() => get6(this.ref));
  }
  get;
  modify(f2) {
    return sync(() => {
      const current = get6(this.ref);
      const [b, a] = f2(current);
      if (current !== a) {
        set2(a)(this.ref);
      }
      return b;
    });
  }
};
var unsafeMake4 = (value3) => new RefImpl(make11(value3));
var make24 = (value3) => sync(() => unsafeMake4(value3));
var get10 = (self) => self.get;
var set4 = /* @__PURE__ */ dual(2, (self, value3) => self.modify(() => [void 0, value3]));
var modify3 = /* @__PURE__ */ dual(2, (self, f2) => self.modify(f2));
var update2 = /* @__PURE__ */ dual(2, (self, f2) => self.modify((a) => [void 0, f2(a)]));

// ../../node_modules/.pnpm/effect@3.22.4/node_modules/effect/dist/esm/Ref.js
var make25 = make24;
var get11 = get10;
var set5 = set4;

// ../../node_modules/.pnpm/effect@3.22.4/node_modules/effect/dist/esm/Scheduler.js
var SchedulerRunner = class _SchedulerRunner {
  scheduleDrain;
  running = false;
  tasks = /* @__PURE__ */ new PriorityBuckets();
  constructor(scheduleDrain) {
    this.scheduleDrain = scheduleDrain;
  }
  starveInternal = (depth) => {
    const tasks = this.tasks.buckets;
    this.tasks.buckets = [];
    for (const [_, toRun] of tasks) {
      for (let i = 0; i < toRun.length; i++) {
        toRun[i]();
      }
    }
    if (this.tasks.buckets.length === 0) {
      this.running = false;
    } else {
      this.starve(depth);
    }
  };
  starve(depth = 0) {
    this.scheduleDrain(depth, this.starveInternal);
  }
  scheduleTask(task, priority) {
    this.tasks.scheduleTask(task, priority);
    if (!this.running) {
      this.running = true;
      this.starve();
    }
  }
  /**
   * @since 3.20.0
   * @category constructors
   */
  static cached(scheduleDrain) {
    const fallback = new _SchedulerRunner(scheduleDrain);
    const runners = /* @__PURE__ */ new WeakMap();
    return (fiber) => {
      if (fiber === void 0) {
        return fallback;
      }
      let runner = runners.get(fiber);
      if (runner === void 0) {
        runner = new _SchedulerRunner(scheduleDrain);
        runners.set(fiber, runner);
      }
      return runner;
    };
  }
};
var PriorityBuckets = class {
  /**
   * @since 2.0.0
   */
  buckets = [];
  /**
   * @since 2.0.0
   */
  scheduleTask(task, priority) {
    const length6 = this.buckets.length;
    let bucket = void 0;
    let index = 0;
    for (; index < length6; index++) {
      if (this.buckets[index][0] <= priority) {
        bucket = this.buckets[index];
      } else {
        break;
      }
    }
    if (bucket && bucket[0] === priority) {
      bucket[1].push(task);
    } else if (index === length6) {
      this.buckets.push([priority, [task]]);
    } else {
      this.buckets.splice(index, 0, [priority, [task]]);
    }
  }
};
var MixedScheduler = class {
  maxNextTickBeforeTimer;
  getRunner = /* @__PURE__ */ SchedulerRunner.cached((depth, drain) => {
    if (depth >= this.maxNextTickBeforeTimer) {
      setTimeout(() => drain(0), 0);
    } else {
      Promise.resolve(void 0).then(() => drain(depth + 1));
    }
  });
  constructor(maxNextTickBeforeTimer) {
    this.maxNextTickBeforeTimer = maxNextTickBeforeTimer;
  }
  /**
   * @since 2.0.0
   */
  shouldYield(fiber) {
    return fiber.currentOpCount > fiber.getFiberRef(currentMaxOpsBeforeYield) ? fiber.getFiberRef(currentSchedulingPriority) : false;
  }
  /**
   * @since 2.0.0
   */
  scheduleTask(task, priority, fiber) {
    this.getRunner(fiber).scheduleTask(task, priority);
  }
};
var defaultScheduler = /* @__PURE__ */ globalValue(/* @__PURE__ */ Symbol.for("effect/Scheduler/defaultScheduler"), () => new MixedScheduler(2048));
var SyncScheduler = class {
  /**
   * @since 2.0.0
   */
  tasks = /* @__PURE__ */ new PriorityBuckets();
  /**
   * @since 2.0.0
   */
  deferred = false;
  /**
   * @since 2.0.0
   */
  scheduleTask(task, priority, fiber) {
    if (this.deferred) {
      defaultScheduler.scheduleTask(task, priority, fiber);
    } else {
      this.tasks.scheduleTask(task, priority);
    }
  }
  /**
   * @since 2.0.0
   */
  shouldYield(fiber) {
    return fiber.currentOpCount > fiber.getFiberRef(currentMaxOpsBeforeYield) ? fiber.getFiberRef(currentSchedulingPriority) : false;
  }
  /**
   * @since 2.0.0
   */
  flush() {
    while (this.tasks.buckets.length > 0) {
      const tasks = this.tasks.buckets;
      this.tasks.buckets = [];
      for (const [_, toRun] of tasks) {
        for (let i = 0; i < toRun.length; i++) {
          toRun[i]();
        }
      }
    }
    this.deferred = true;
  }
};
var currentScheduler = /* @__PURE__ */ globalValue(/* @__PURE__ */ Symbol.for("effect/FiberRef/currentScheduler"), () => fiberRefUnsafeMake(defaultScheduler));

// ../../node_modules/.pnpm/effect@3.22.4/node_modules/effect/dist/esm/internal/completedRequestMap.js
var currentRequestMap = /* @__PURE__ */ globalValue(/* @__PURE__ */ Symbol.for("effect/FiberRef/currentRequestMap"), () => fiberRefUnsafeMake(/* @__PURE__ */ new Map()));

// ../../node_modules/.pnpm/effect@3.22.4/node_modules/effect/dist/esm/internal/concurrency.js
var match7 = (concurrency, sequential4, unbounded3, bounded4) => {
  switch (concurrency) {
    case void 0:
      return sequential4();
    case "unbounded":
      return unbounded3();
    case "inherit":
      return fiberRefGetWith(currentConcurrency, (concurrency2) => concurrency2 === "unbounded" ? unbounded3() : concurrency2 > 1 ? bounded4(concurrency2) : sequential4());
    default:
      return concurrency > 1 ? bounded4(concurrency) : sequential4();
  }
};

// ../../node_modules/.pnpm/effect@3.22.4/node_modules/effect/dist/esm/Clock.js
var make26 = make19;
var sleep2 = sleep;
var currentTimeMillis2 = currentTimeMillis;
var clockWith2 = clockWith;
var Clock = clockTag;

// ../../node_modules/.pnpm/effect@3.22.4/node_modules/effect/dist/esm/internal/logSpan.js
var formatLabel = (key3) => key3.replace(/[\s="]/g, "_");
var render = (now3) => (self) => {
  const label = formatLabel(self.label);
  return `${label}=${now3 - self.startTime}ms`;
};

// ../../node_modules/.pnpm/effect@3.22.4/node_modules/effect/dist/esm/Tracer.js
var Tracer = tracerTag;

// ../../node_modules/.pnpm/effect@3.22.4/node_modules/effect/dist/esm/internal/metric/label.js
var MetricLabelSymbolKey = "effect/MetricLabel";
var MetricLabelTypeId = /* @__PURE__ */ Symbol.for(MetricLabelSymbolKey);
var MetricLabelImpl = class {
  key;
  value;
  [MetricLabelTypeId] = MetricLabelTypeId;
  _hash;
  constructor(key3, value3) {
    this.key = key3;
    this.value = value3;
    this._hash = string(MetricLabelSymbolKey + this.key + this.value);
  }
  [symbol]() {
    return this._hash;
  }
  [symbol2](that) {
    return isMetricLabel(that) && this.key === that.key && this.value === that.value;
  }
  pipe() {
    return pipeArguments(this, arguments);
  }
};
var make27 = (key3, value3) => {
  return new MetricLabelImpl(key3, value3);
};
var isMetricLabel = (u) => hasProperty(u, MetricLabelTypeId);

// ../../node_modules/.pnpm/effect@3.22.4/node_modules/effect/dist/esm/internal/core-effect.js
var annotateLogs = /* @__PURE__ */ dual((args2) => isEffect(args2[0]), function() {
  const args2 = arguments;
  return fiberRefLocallyWith(args2[0], currentLogAnnotations, typeof args2[1] === "string" ? set3(args2[1], args2[2]) : (annotations3) => Object.entries(args2[1]).reduce((acc, [key3, value3]) => set3(acc, key3, value3), annotations3));
});
var asSome = (self) => map9(self, some2);
var try_2 = (arg) => {
  let evaluate2;
  let onFailure = void 0;
  if (typeof arg === "function") {
    evaluate2 = arg;
  } else {
    evaluate2 = arg.try;
    onFailure = arg.catch;
  }
  return suspend(() => {
    try {
      return succeed(internalCall(evaluate2));
    } catch (error) {
      return fail2(onFailure ? internalCall(() => onFailure(error)) : new UnknownException(error, "An unknown error occurred in Effect.try"));
    }
  });
};
var catchTag = /* @__PURE__ */ dual((args2) => isEffect(args2[0]), (self, ...args2) => {
  const f2 = args2[args2.length - 1];
  let predicate;
  if (args2.length === 2) {
    predicate = isTagged(args2[0]);
  } else {
    predicate = (e) => {
      const tag = hasProperty(e, "_tag") ? e["_tag"] : void 0;
      if (!tag) return false;
      for (let i = 0; i < args2.length - 1; i++) {
        if (args2[i] === tag) return true;
      }
      return false;
    };
  }
  return catchIf(self, predicate, f2);
});
var catchTags = /* @__PURE__ */ dual(2, (self, cases) => {
  let keys5;
  return catchIf(self, (e) => {
    keys5 ??= Object.keys(cases);
    return hasProperty(e, "_tag") && isString(e["_tag"]) && keys5.includes(e["_tag"]);
  }, (e) => cases[e["_tag"]](e));
});
var clockWith3 = clockWith2;
var clock = /* @__PURE__ */ clockWith3(succeed);
var diffFiberRefs = (self) => summarized(self, fiberRefs2, diff5);
var match8 = /* @__PURE__ */ dual(2, (self, options2) => matchEffect(self, {
  onFailure: (e) => succeed(options2.onFailure(e)),
  onSuccess: (a) => succeed(options2.onSuccess(a))
}));
var forever = (self) => {
  const loop2 = flatMap7(flatMap7(self, () => yieldNow()), () => loop2);
  return loop2;
};
var fiberRefs2 = /* @__PURE__ */ withFiberRuntime((state) => succeed(state.getFiberRefs()));
var ignore = (self) => match8(self, {
  onFailure: constVoid,
  onSuccess: constVoid
});
var logWithLevel = (level) => (...message2) => {
  const levelOption = fromNullable(level);
  let cause2 = void 0;
  for (let i = 0, len = message2.length; i < len; i++) {
    const msg = message2[i];
    if (isCause(msg)) {
      if (cause2 !== void 0) {
        cause2 = sequential(cause2, msg);
      } else {
        cause2 = msg;
      }
      message2 = [...message2.slice(0, i), ...message2.slice(i + 1)];
      i--;
    }
  }
  if (cause2 === void 0) {
    cause2 = empty9;
  }
  return withFiberRuntime((fiberState) => {
    fiberState.log(message2, cause2, levelOption);
    return void_;
  });
};
var logWarning = /* @__PURE__ */ logWithLevel(Warning);
var logError = /* @__PURE__ */ logWithLevel(Error2);
var mapErrorCause = /* @__PURE__ */ dual(2, (self, f2) => matchCauseEffect(self, {
  onFailure: (c) => failCauseSync(() => f2(c)),
  onSuccess: succeed
}));
var orElseSucceed = /* @__PURE__ */ dual(2, (self, evaluate2) => orElse2(self, () => sync(evaluate2)));
var patchFiberRefs = (patch9) => updateFiberRefs((fiberId2, fiberRefs3) => pipe(patch9, patch6(fiberId2, fiberRefs3)));
var promise = (evaluate2) => evaluate2.length >= 1 ? async_((resolve, signal) => {
  try {
    evaluate2(signal).then((a) => resolve(succeed(a)), (e) => resolve(die2(e)));
  } catch (e) {
    resolve(die2(e));
  }
}) : async_((resolve) => {
  try {
    ;
    evaluate2().then((a) => resolve(succeed(a)), (e) => resolve(die2(e)));
  } catch (e) {
    resolve(die2(e));
  }
});
var provideService = /* @__PURE__ */ dual(3, (self, tag, service2) => contextWithEffect((env) => provideContext(self, add2(env, tag, service2))));
var sandbox = (self) => matchCauseEffect(self, {
  onFailure: fail2,
  onSuccess: succeed
});
var sleep3 = sleep2;
var succeedNone = /* @__PURE__ */ succeed(/* @__PURE__ */ none2());
var summarized = /* @__PURE__ */ dual(3, (self, summary5, f2) => flatMap7(summary5, (start3) => flatMap7(self, (value3) => map9(summary5, (end) => [f2(start3, end), value3]))));
var tapError = /* @__PURE__ */ dual(2, (self, f2) => matchCauseEffect(self, {
  onFailure: (cause2) => {
    const either5 = failureOrCause(cause2);
    switch (either5._tag) {
      case "Left":
        return zipRight(f2(either5.left), failCause(cause2));
      case "Right":
        return failCause(cause2);
    }
  },
  onSuccess: succeed
}));
var tapErrorCause = /* @__PURE__ */ dual(2, (self, f2) => matchCauseEffect(self, {
  onFailure: (cause2) => zipRight(f2(cause2), failCause(cause2)),
  onSuccess: succeed
}));
var tryPromise = (arg) => {
  let evaluate2;
  let catcher = void 0;
  if (typeof arg === "function") {
    evaluate2 = arg;
  } else {
    evaluate2 = arg.try;
    catcher = arg.catch;
  }
  const fail9 = (e) => catcher ? failSync(() => catcher(e)) : fail2(new UnknownException(e, "An unknown error occurred in Effect.tryPromise"));
  if (evaluate2.length >= 1) {
    return async_((resolve, signal) => {
      try {
        evaluate2(signal).then((a) => resolve(succeed(a)), (e) => resolve(fail9(e)));
      } catch (e) {
        resolve(fail9(e));
      }
    });
  }
  return async_((resolve) => {
    try {
      evaluate2().then((a) => resolve(succeed(a)), (e) => resolve(fail9(e)));
    } catch (e) {
      resolve(fail9(e));
    }
  });
};
var updateFiberRefs = (f2) => withFiberRuntime((state) => {
  state.setFiberRefs(f2(state.id(), state.getFiberRefs()));
  return void_;
});
var bigint02 = /* @__PURE__ */ BigInt(0);
var filterDisablePropagation = /* @__PURE__ */ flatMap2((span2) => get2(span2.context, DisablePropagation) ? span2._tag === "Span" ? filterDisablePropagation(span2.parent) : none2() : some2(span2));
var unsafeMakeSpan = (fiber, name, options2) => {
  const disablePropagation = !fiber.getFiberRef(currentTracerEnabled) || options2.context && get2(options2.context, DisablePropagation);
  const context3 = fiber.getFiberRef(currentContext);
  const parent = options2.parent ? some2(options2.parent) : options2.root ? none2() : filterDisablePropagation(getOption2(context3, spanTag));
  let span2;
  if (disablePropagation) {
    span2 = noopSpan({
      name,
      parent,
      context: add2(options2.context ?? empty2(), DisablePropagation, true)
    });
  } else {
    const services = fiber.getFiberRef(currentServices);
    const tracer2 = get2(services, tracerTag);
    const clock3 = get2(services, Clock);
    const timingEnabled = fiber.getFiberRef(currentTracerTimingEnabled);
    const fiberRefs3 = fiber.getFiberRefs();
    const annotationsFromEnv = get9(fiberRefs3, currentTracerSpanAnnotations);
    const linksFromEnv = get9(fiberRefs3, currentTracerSpanLinks);
    const links = linksFromEnv._tag === "Some" ? options2.links !== void 0 ? [...toReadonlyArray(linksFromEnv.value), ...options2.links ?? []] : toReadonlyArray(linksFromEnv.value) : options2.links ?? empty4();
    span2 = tracer2.span(name, parent, options2.context ?? empty2(), links, timingEnabled ? clock3.unsafeCurrentTimeNanos() : bigint02, options2.kind ?? "internal", options2);
    if (annotationsFromEnv._tag === "Some") {
      forEach3(annotationsFromEnv.value, (value3, key3) => span2.attribute(key3, value3));
    }
    if (options2.attributes !== void 0) {
      Object.entries(options2.attributes).forEach(([k, v]) => span2.attribute(k, v));
    }
  }
  if (typeof options2.captureStackTrace === "function") {
    spanToTrace.set(span2, options2.captureStackTrace);
  }
  return span2;
};
var endSpan = (span2, exit4, clock3, timingEnabled) => sync(() => {
  if (span2.status._tag === "Ended") {
    return;
  }
  if (exitIsFailure(exit4) && spanToTrace.has(span2)) {
    span2.attribute("code.stacktrace", spanToTrace.get(span2)());
  }
  span2.end(timingEnabled ? clock3.unsafeCurrentTimeNanos() : bigint02, exit4);
});
var useSpan = (name, ...args2) => {
  const options2 = addSpanStackTrace(args2.length === 1 ? void 0 : args2[0]);
  const evaluate2 = args2[args2.length - 1];
  return withFiberRuntime((fiber) => {
    const span2 = unsafeMakeSpan(fiber, name, options2);
    const timingEnabled = fiber.getFiberRef(currentTracerTimingEnabled);
    const clock3 = get2(fiber.getFiberRef(currentServices), clockTag);
    return onExit(evaluate2(span2), (exit4) => endSpan(span2, exit4, clock3, timingEnabled));
  });
};
var withParentSpan = /* @__PURE__ */ dual(2, (self, span2) => provideService(self, spanTag, span2));
var withSpan = function() {
  const dataFirst = typeof arguments[0] !== "string";
  const name = dataFirst ? arguments[1] : arguments[0];
  const options2 = addSpanStackTrace(dataFirst ? arguments[2] : arguments[1]);
  if (dataFirst) {
    const self = arguments[0];
    return useSpan(name, options2, (span2) => withParentSpan(self, span2));
  }
  return (self) => useSpan(name, options2, (span2) => withParentSpan(self, span2));
};

// ../../node_modules/.pnpm/effect@3.22.4/node_modules/effect/dist/esm/Exit.js
var isFailure = exitIsFailure;
var isSuccess = exitIsSuccess;
var fail3 = exitFail;
var flatten5 = exitFlatten;
var succeed3 = exitSucceed;

// ../../node_modules/.pnpm/effect@3.22.4/node_modules/effect/dist/esm/internal/fiberMessage.js
var OP_INTERRUPT_SIGNAL = "InterruptSignal";
var OP_STATEFUL = "Stateful";
var OP_RESUME = "Resume";
var OP_YIELD_NOW = "YieldNow";
var interruptSignal = (cause2) => ({
  _tag: OP_INTERRUPT_SIGNAL,
  cause: cause2
});
var stateful = (onFiber) => ({
  _tag: OP_STATEFUL,
  onFiber
});
var resume = (effect2) => ({
  _tag: OP_RESUME,
  effect: effect2
});
var yieldNow3 = () => ({
  _tag: OP_YIELD_NOW
});

// ../../node_modules/.pnpm/effect@3.22.4/node_modules/effect/dist/esm/internal/fiberScope.js
var FiberScopeSymbolKey = "effect/FiberScope";
var FiberScopeTypeId = /* @__PURE__ */ Symbol.for(FiberScopeSymbolKey);
var Global = class {
  [FiberScopeTypeId] = FiberScopeTypeId;
  fiberId = none4;
  roots = /* @__PURE__ */ new Set();
  add(_runtimeFlags, child4) {
    this.roots.add(child4);
    child4.addObserver(() => {
      this.roots.delete(child4);
    });
  }
};
var Local = class {
  fiberId;
  parent;
  [FiberScopeTypeId] = FiberScopeTypeId;
  constructor(fiberId2, parent) {
    this.fiberId = fiberId2;
    this.parent = parent;
  }
  add(_runtimeFlags, child4) {
    this.parent.tell(stateful((parentFiber) => {
      parentFiber.addChild(child4);
      child4.addObserver(() => {
        parentFiber.removeChild(child4);
      });
    }));
  }
};
var unsafeMake5 = (fiber) => {
  return new Local(fiber.id(), fiber);
};
var globalScope = /* @__PURE__ */ globalValue(/* @__PURE__ */ Symbol.for("effect/FiberScope/Global"), () => new Global());

// ../../node_modules/.pnpm/effect@3.22.4/node_modules/effect/dist/esm/internal/fiber.js
var FiberSymbolKey = "effect/Fiber";
var FiberTypeId = /* @__PURE__ */ Symbol.for(FiberSymbolKey);
var fiberVariance2 = {
  /* c8 ignore next */
  _E: (_) => _,
  /* c8 ignore next */
  _A: (_) => _
};
var fiberProto = {
  [FiberTypeId]: fiberVariance2,
  pipe() {
    return pipeArguments(this, arguments);
  }
};
var RuntimeFiberSymbolKey = "effect/Fiber";
var RuntimeFiberTypeId = /* @__PURE__ */ Symbol.for(RuntimeFiberSymbolKey);
var isRuntimeFiber = (self) => RuntimeFiberTypeId in self;
var _await = (self) => self.await;
var interruptAllAs = /* @__PURE__ */ dual(2, /* @__PURE__ */ fnUntraced(function* (fibers, fiberId2) {
  for (const fiber of fibers) {
    if (isRuntimeFiber(fiber)) {
      fiber.unsafeInterruptAsFork(fiberId2);
      continue;
    }
    yield* fiber.interruptAsFork(fiberId2);
  }
  for (const fiber of fibers) {
    if (isRuntimeFiber(fiber) && fiber.unsafePoll()) {
      continue;
    }
    yield* fiber.await;
  }
}));
var join2 = (self) => zipLeft(flatten3(self.await), self.inheritAll);
var _never = {
  ...CommitPrototype,
  commit() {
    return join2(this);
  },
  ...fiberProto,
  id: () => none4,
  await: never,
  children: /* @__PURE__ */ succeed([]),
  inheritAll: never,
  poll: /* @__PURE__ */ succeed(/* @__PURE__ */ none2()),
  interruptAsFork: () => never
};
var currentFiberURI = "effect/FiberCurrent";

// ../../node_modules/.pnpm/effect@3.22.4/node_modules/effect/dist/esm/internal/logger.js
var LoggerSymbolKey = "effect/Logger";
var LoggerTypeId = /* @__PURE__ */ Symbol.for(LoggerSymbolKey);
var loggerVariance = {
  /* c8 ignore next */
  _Message: (_) => _,
  /* c8 ignore next */
  _Output: (_) => _
};
var makeLogger = (log2) => ({
  [LoggerTypeId]: loggerVariance,
  log: log2,
  pipe() {
    return pipeArguments(this, arguments);
  }
});
var none6 = {
  [LoggerTypeId]: loggerVariance,
  log: constVoid,
  pipe() {
    return pipeArguments(this, arguments);
  }
};
var textOnly = /^[^\s"=]*$/;
var format3 = (quoteValue, whitespace) => ({
  annotations: annotations3,
  cause: cause2,
  date,
  fiberId: fiberId2,
  logLevel,
  message: message2,
  spans
}) => {
  const formatValue = (value3) => value3.match(textOnly) ? value3 : quoteValue(value3);
  const format5 = (label, value3) => `${formatLabel(label)}=${formatValue(value3)}`;
  const append4 = (label, value3) => " " + format5(label, value3);
  let out2 = format5("timestamp", date.toISOString());
  out2 += append4("level", logLevel.label);
  out2 += append4("fiber", threadName(fiberId2));
  const messages = ensure(message2);
  for (let i = 0; i < messages.length; i++) {
    out2 += append4("message", toStringUnknown(messages[i], whitespace));
  }
  if (!isEmptyType(cause2)) {
    out2 += append4("cause", pretty(cause2, {
      renderErrorCause: true
    }));
  }
  for (const span2 of spans) {
    out2 += " " + render(date.getTime())(span2);
  }
  for (const [label, value3] of annotations3) {
    out2 += append4(label, toStringUnknown(value3, whitespace));
  }
  return out2;
};
var escapeDoubleQuotes = (s) => `"${s.replace(/\\([\s\S])|(")/g, "\\$1$2")}"`;
var stringLogger = /* @__PURE__ */ makeLogger(/* @__PURE__ */ format3(escapeDoubleQuotes));
var colors = {
  bold: "1",
  red: "31",
  green: "32",
  yellow: "33",
  blue: "34",
  cyan: "36",
  white: "37",
  gray: "90",
  black: "30",
  bgBrightRed: "101"
};
var logLevelColors = {
  None: [],
  All: [],
  Trace: [colors.gray],
  Debug: [colors.blue],
  Info: [colors.green],
  Warning: [colors.yellow],
  Error: [colors.red],
  Fatal: [colors.bgBrightRed, colors.black]
};
var hasProcessStdout = typeof process === "object" && process !== null && typeof process.stdout === "object" && process.stdout !== null;
var processStdoutIsTTY = hasProcessStdout && process.stdout.isTTY === true;
var hasProcessStdoutOrDeno = hasProcessStdout || "Deno" in globalThis;

// ../../node_modules/.pnpm/effect@3.22.4/node_modules/effect/dist/esm/internal/metric/boundaries.js
var MetricBoundariesSymbolKey = "effect/MetricBoundaries";
var MetricBoundariesTypeId = /* @__PURE__ */ Symbol.for(MetricBoundariesSymbolKey);
var MetricBoundariesImpl = class {
  values;
  [MetricBoundariesTypeId] = MetricBoundariesTypeId;
  constructor(values4) {
    this.values = values4;
    this._hash = pipe(string(MetricBoundariesSymbolKey), combine(array(this.values)));
  }
  _hash;
  [symbol]() {
    return this._hash;
  }
  [symbol2](u) {
    return isMetricBoundaries(u) && equals(this.values, u.values);
  }
  pipe() {
    return pipeArguments(this, arguments);
  }
};
var isMetricBoundaries = (u) => hasProperty(u, MetricBoundariesTypeId);
var fromIterable7 = (iterable) => {
  const values4 = pipe(iterable, appendAll(of2(Number.POSITIVE_INFINITY)), dedupe);
  return new MetricBoundariesImpl(values4);
};
var exponential = (options2) => pipe(makeBy(options2.count - 1, (i) => options2.start * Math.pow(options2.factor, i)), unsafeFromArray, fromIterable7);

// ../../node_modules/.pnpm/effect@3.22.4/node_modules/effect/dist/esm/internal/metric/keyType.js
var MetricKeyTypeSymbolKey = "effect/MetricKeyType";
var MetricKeyTypeTypeId = /* @__PURE__ */ Symbol.for(MetricKeyTypeSymbolKey);
var CounterKeyTypeSymbolKey = "effect/MetricKeyType/Counter";
var CounterKeyTypeTypeId = /* @__PURE__ */ Symbol.for(CounterKeyTypeSymbolKey);
var FrequencyKeyTypeSymbolKey = "effect/MetricKeyType/Frequency";
var FrequencyKeyTypeTypeId = /* @__PURE__ */ Symbol.for(FrequencyKeyTypeSymbolKey);
var GaugeKeyTypeSymbolKey = "effect/MetricKeyType/Gauge";
var GaugeKeyTypeTypeId = /* @__PURE__ */ Symbol.for(GaugeKeyTypeSymbolKey);
var HistogramKeyTypeSymbolKey = "effect/MetricKeyType/Histogram";
var HistogramKeyTypeTypeId = /* @__PURE__ */ Symbol.for(HistogramKeyTypeSymbolKey);
var SummaryKeyTypeSymbolKey = "effect/MetricKeyType/Summary";
var SummaryKeyTypeTypeId = /* @__PURE__ */ Symbol.for(SummaryKeyTypeSymbolKey);
var metricKeyTypeVariance = {
  /* c8 ignore next */
  _In: (_) => _,
  /* c8 ignore next */
  _Out: (_) => _
};
var CounterKeyType = class {
  incremental;
  bigint;
  [MetricKeyTypeTypeId] = metricKeyTypeVariance;
  [CounterKeyTypeTypeId] = CounterKeyTypeTypeId;
  constructor(incremental, bigint) {
    this.incremental = incremental;
    this.bigint = bigint;
    this._hash = string(CounterKeyTypeSymbolKey);
  }
  _hash;
  [symbol]() {
    return this._hash;
  }
  [symbol2](that) {
    return isCounterKey(that);
  }
  pipe() {
    return pipeArguments(this, arguments);
  }
};
var FrequencyKeyTypeHash = /* @__PURE__ */ string(FrequencyKeyTypeSymbolKey);
var FrequencyKeyType = class {
  preregisteredWords;
  [MetricKeyTypeTypeId] = metricKeyTypeVariance;
  [FrequencyKeyTypeTypeId] = FrequencyKeyTypeTypeId;
  constructor(preregisteredWords) {
    this.preregisteredWords = preregisteredWords;
  }
  [symbol]() {
    return FrequencyKeyTypeHash;
  }
  [symbol2](that) {
    return isFrequencyKey(that);
  }
  pipe() {
    return pipeArguments(this, arguments);
  }
};
var GaugeKeyTypeHash = /* @__PURE__ */ string(GaugeKeyTypeSymbolKey);
var GaugeKeyType = class {
  bigint;
  [MetricKeyTypeTypeId] = metricKeyTypeVariance;
  [GaugeKeyTypeTypeId] = GaugeKeyTypeTypeId;
  constructor(bigint) {
    this.bigint = bigint;
  }
  [symbol]() {
    return GaugeKeyTypeHash;
  }
  [symbol2](that) {
    return isGaugeKey(that);
  }
  pipe() {
    return pipeArguments(this, arguments);
  }
};
var HistogramKeyType = class {
  boundaries;
  [MetricKeyTypeTypeId] = metricKeyTypeVariance;
  [HistogramKeyTypeTypeId] = HistogramKeyTypeTypeId;
  constructor(boundaries) {
    this.boundaries = boundaries;
    this._hash = pipe(string(HistogramKeyTypeSymbolKey), combine(hash(this.boundaries)));
  }
  _hash;
  [symbol]() {
    return this._hash;
  }
  [symbol2](that) {
    return isHistogramKey(that) && equals(this.boundaries, that.boundaries);
  }
  pipe() {
    return pipeArguments(this, arguments);
  }
};
var SummaryKeyType = class {
  maxAge;
  maxSize;
  error;
  quantiles;
  [MetricKeyTypeTypeId] = metricKeyTypeVariance;
  [SummaryKeyTypeTypeId] = SummaryKeyTypeTypeId;
  constructor(maxAge, maxSize, error, quantiles) {
    this.maxAge = maxAge;
    this.maxSize = maxSize;
    this.error = error;
    this.quantiles = quantiles;
    this._hash = pipe(string(SummaryKeyTypeSymbolKey), combine(hash(this.maxAge)), combine(hash(this.maxSize)), combine(hash(this.error)), combine(array(this.quantiles)));
  }
  _hash;
  [symbol]() {
    return this._hash;
  }
  [symbol2](that) {
    return isSummaryKey(that) && equals(this.maxAge, that.maxAge) && this.maxSize === that.maxSize && this.error === that.error && equals(this.quantiles, that.quantiles);
  }
  pipe() {
    return pipeArguments(this, arguments);
  }
};
var counter = (options2) => new CounterKeyType(options2?.incremental ?? false, options2?.bigint ?? false);
var histogram = (boundaries) => {
  return new HistogramKeyType(boundaries);
};
var isCounterKey = (u) => hasProperty(u, CounterKeyTypeTypeId);
var isFrequencyKey = (u) => hasProperty(u, FrequencyKeyTypeTypeId);
var isGaugeKey = (u) => hasProperty(u, GaugeKeyTypeTypeId);
var isHistogramKey = (u) => hasProperty(u, HistogramKeyTypeTypeId);
var isSummaryKey = (u) => hasProperty(u, SummaryKeyTypeTypeId);

// ../../node_modules/.pnpm/effect@3.22.4/node_modules/effect/dist/esm/internal/metric/key.js
var MetricKeySymbolKey = "effect/MetricKey";
var MetricKeyTypeId = /* @__PURE__ */ Symbol.for(MetricKeySymbolKey);
var metricKeyVariance = {
  /* c8 ignore next */
  _Type: (_) => _
};
var arrayEquivilence = /* @__PURE__ */ getEquivalence2(equals);
var MetricKeyImpl = class {
  name;
  keyType;
  description;
  tags;
  [MetricKeyTypeId] = metricKeyVariance;
  constructor(name, keyType, description, tags = []) {
    this.name = name;
    this.keyType = keyType;
    this.description = description;
    this.tags = tags;
    this._hash = pipe(string(this.name + this.description), combine(hash(this.keyType)), combine(array(this.tags)));
  }
  _hash;
  [symbol]() {
    return this._hash;
  }
  [symbol2](u) {
    return isMetricKey(u) && this.name === u.name && equals(this.keyType, u.keyType) && equals(this.description, u.description) && arrayEquivilence(this.tags, u.tags);
  }
  pipe() {
    return pipeArguments(this, arguments);
  }
};
var isMetricKey = (u) => hasProperty(u, MetricKeyTypeId);
var counter2 = (name, options2) => new MetricKeyImpl(name, counter(options2), fromNullable(options2?.description));
var histogram2 = (name, boundaries, description) => new MetricKeyImpl(name, histogram(boundaries), fromNullable(description));
var taggedWithLabels = /* @__PURE__ */ dual(2, (self, extraTags) => extraTags.length === 0 ? self : new MetricKeyImpl(self.name, self.keyType, self.description, union(self.tags, extraTags)));

// ../../node_modules/.pnpm/effect@3.22.4/node_modules/effect/dist/esm/MutableHashMap.js
var TypeId11 = /* @__PURE__ */ Symbol.for("effect/MutableHashMap");
var MutableHashMapProto = {
  [TypeId11]: TypeId11,
  [Symbol.iterator]() {
    return new MutableHashMapIterator(this);
  },
  toString() {
    return format(this.toJSON());
  },
  toJSON() {
    return {
      _id: "MutableHashMap",
      values: Array.from(this).map(toJSON)
    };
  },
  [NodeInspectSymbol]() {
    return this.toJSON();
  },
  pipe() {
    return pipeArguments(this, arguments);
  }
};
var MutableHashMapIterator = class _MutableHashMapIterator {
  self;
  referentialIterator;
  bucketIterator;
  constructor(self) {
    this.self = self;
    this.referentialIterator = self.referential[Symbol.iterator]();
  }
  next() {
    if (this.bucketIterator !== void 0) {
      return this.bucketIterator.next();
    }
    const result2 = this.referentialIterator.next();
    if (result2.done) {
      this.bucketIterator = new BucketIterator(this.self.buckets.values());
      return this.next();
    }
    return result2;
  }
  [Symbol.iterator]() {
    return new _MutableHashMapIterator(this.self);
  }
};
var BucketIterator = class {
  backing;
  constructor(backing) {
    this.backing = backing;
  }
  currentBucket;
  next() {
    if (this.currentBucket === void 0) {
      const result3 = this.backing.next();
      if (result3.done) {
        return result3;
      }
      this.currentBucket = result3.value[Symbol.iterator]();
    }
    const result2 = this.currentBucket.next();
    if (result2.done) {
      this.currentBucket = void 0;
      return this.next();
    }
    return result2;
  }
};
var empty20 = () => {
  const self = Object.create(MutableHashMapProto);
  self.referential = /* @__PURE__ */ new Map();
  self.buckets = /* @__PURE__ */ new Map();
  self.bucketsSize = 0;
  return self;
};
var get12 = /* @__PURE__ */ dual(2, (self, key3) => {
  if (isEqual(key3) === false) {
    return self.referential.has(key3) ? some2(self.referential.get(key3)) : none2();
  }
  const hash3 = key3[symbol]();
  const bucket = self.buckets.get(hash3);
  if (bucket === void 0) {
    return none2();
  }
  return getFromBucket(self, bucket, key3);
});
var getFromBucket = (self, bucket, key3, remove7 = false) => {
  for (let i = 0, len = bucket.length; i < len; i++) {
    if (key3[symbol2](bucket[i][0])) {
      const value3 = bucket[i][1];
      if (remove7) {
        bucket.splice(i, 1);
        self.bucketsSize--;
      }
      return some2(value3);
    }
  }
  return none2();
};
var has4 = /* @__PURE__ */ dual(2, (self, key3) => isSome2(get12(self, key3)));
var set6 = /* @__PURE__ */ dual(3, (self, key3, value3) => {
  if (isEqual(key3) === false) {
    self.referential.set(key3, value3);
    return self;
  }
  const hash3 = key3[symbol]();
  const bucket = self.buckets.get(hash3);
  if (bucket === void 0) {
    self.buckets.set(hash3, [[key3, value3]]);
    self.bucketsSize++;
    return self;
  }
  removeFromBucket(self, bucket, key3);
  bucket.push([key3, value3]);
  self.bucketsSize++;
  return self;
});
var removeFromBucket = (self, bucket, key3) => {
  for (let i = 0, len = bucket.length; i < len; i++) {
    if (key3[symbol2](bucket[i][0])) {
      bucket.splice(i, 1);
      self.bucketsSize--;
      return;
    }
  }
};

// ../../node_modules/.pnpm/effect@3.22.4/node_modules/effect/dist/esm/internal/metric/state.js
var MetricStateSymbolKey = "effect/MetricState";
var MetricStateTypeId = /* @__PURE__ */ Symbol.for(MetricStateSymbolKey);
var CounterStateSymbolKey = "effect/MetricState/Counter";
var CounterStateTypeId = /* @__PURE__ */ Symbol.for(CounterStateSymbolKey);
var FrequencyStateSymbolKey = "effect/MetricState/Frequency";
var FrequencyStateTypeId = /* @__PURE__ */ Symbol.for(FrequencyStateSymbolKey);
var GaugeStateSymbolKey = "effect/MetricState/Gauge";
var GaugeStateTypeId = /* @__PURE__ */ Symbol.for(GaugeStateSymbolKey);
var HistogramStateSymbolKey = "effect/MetricState/Histogram";
var HistogramStateTypeId = /* @__PURE__ */ Symbol.for(HistogramStateSymbolKey);
var SummaryStateSymbolKey = "effect/MetricState/Summary";
var SummaryStateTypeId = /* @__PURE__ */ Symbol.for(SummaryStateSymbolKey);
var metricStateVariance = {
  /* c8 ignore next */
  _A: (_) => _
};
var CounterState = class {
  count;
  [MetricStateTypeId] = metricStateVariance;
  [CounterStateTypeId] = CounterStateTypeId;
  constructor(count) {
    this.count = count;
  }
  [symbol]() {
    return pipe(hash(CounterStateSymbolKey), combine(hash(this.count)), cached(this));
  }
  [symbol2](that) {
    return isCounterState(that) && this.count === that.count;
  }
  pipe() {
    return pipeArguments(this, arguments);
  }
};
var arrayEquals = /* @__PURE__ */ getEquivalence2(equals);
var FrequencyState = class {
  occurrences;
  [MetricStateTypeId] = metricStateVariance;
  [FrequencyStateTypeId] = FrequencyStateTypeId;
  constructor(occurrences) {
    this.occurrences = occurrences;
  }
  _hash;
  [symbol]() {
    return pipe(string(FrequencyStateSymbolKey), combine(array(fromIterable(this.occurrences.entries()))), cached(this));
  }
  [symbol2](that) {
    return isFrequencyState(that) && arrayEquals(fromIterable(this.occurrences.entries()), fromIterable(that.occurrences.entries()));
  }
  pipe() {
    return pipeArguments(this, arguments);
  }
};
var GaugeState = class {
  value;
  [MetricStateTypeId] = metricStateVariance;
  [GaugeStateTypeId] = GaugeStateTypeId;
  constructor(value3) {
    this.value = value3;
  }
  [symbol]() {
    return pipe(hash(GaugeStateSymbolKey), combine(hash(this.value)), cached(this));
  }
  [symbol2](u) {
    return isGaugeState(u) && this.value === u.value;
  }
  pipe() {
    return pipeArguments(this, arguments);
  }
};
var HistogramState = class {
  buckets;
  count;
  min;
  max;
  sum;
  [MetricStateTypeId] = metricStateVariance;
  [HistogramStateTypeId] = HistogramStateTypeId;
  constructor(buckets, count, min4, max4, sum) {
    this.buckets = buckets;
    this.count = count;
    this.min = min4;
    this.max = max4;
    this.sum = sum;
  }
  [symbol]() {
    return pipe(hash(HistogramStateSymbolKey), combine(hash(this.buckets)), combine(hash(this.count)), combine(hash(this.min)), combine(hash(this.max)), combine(hash(this.sum)), cached(this));
  }
  [symbol2](that) {
    return isHistogramState(that) && equals(this.buckets, that.buckets) && this.count === that.count && this.min === that.min && this.max === that.max && this.sum === that.sum;
  }
  pipe() {
    return pipeArguments(this, arguments);
  }
};
var SummaryState = class {
  error;
  quantiles;
  count;
  min;
  max;
  sum;
  [MetricStateTypeId] = metricStateVariance;
  [SummaryStateTypeId] = SummaryStateTypeId;
  constructor(error, quantiles, count, min4, max4, sum) {
    this.error = error;
    this.quantiles = quantiles;
    this.count = count;
    this.min = min4;
    this.max = max4;
    this.sum = sum;
  }
  [symbol]() {
    return pipe(hash(SummaryStateSymbolKey), combine(hash(this.error)), combine(hash(this.quantiles)), combine(hash(this.count)), combine(hash(this.min)), combine(hash(this.max)), combine(hash(this.sum)), cached(this));
  }
  [symbol2](that) {
    return isSummaryState(that) && this.error === that.error && equals(this.quantiles, that.quantiles) && this.count === that.count && this.min === that.min && this.max === that.max && this.sum === that.sum;
  }
  pipe() {
    return pipeArguments(this, arguments);
  }
};
var counter3 = (count) => new CounterState(count);
var frequency2 = (occurrences) => {
  return new FrequencyState(occurrences);
};
var gauge2 = (count) => new GaugeState(count);
var histogram3 = (options2) => new HistogramState(options2.buckets, options2.count, options2.min, options2.max, options2.sum);
var summary2 = (options2) => new SummaryState(options2.error, options2.quantiles, options2.count, options2.min, options2.max, options2.sum);
var isCounterState = (u) => hasProperty(u, CounterStateTypeId);
var isFrequencyState = (u) => hasProperty(u, FrequencyStateTypeId);
var isGaugeState = (u) => hasProperty(u, GaugeStateTypeId);
var isHistogramState = (u) => hasProperty(u, HistogramStateTypeId);
var isSummaryState = (u) => hasProperty(u, SummaryStateTypeId);

// ../../node_modules/.pnpm/effect@3.22.4/node_modules/effect/dist/esm/internal/metric/hook.js
var MetricHookSymbolKey = "effect/MetricHook";
var MetricHookTypeId = /* @__PURE__ */ Symbol.for(MetricHookSymbolKey);
var metricHookVariance = {
  /* c8 ignore next */
  _In: (_) => _,
  /* c8 ignore next */
  _Out: (_) => _
};
var make28 = (options2) => ({
  [MetricHookTypeId]: metricHookVariance,
  pipe() {
    return pipeArguments(this, arguments);
  },
  ...options2
});
var bigint03 = /* @__PURE__ */ BigInt(0);
var counter4 = (key3) => {
  let sum = key3.keyType.bigint ? bigint03 : 0;
  const canUpdate = key3.keyType.incremental ? key3.keyType.bigint ? (value3) => value3 >= bigint03 : (value3) => value3 >= 0 : (_value) => true;
  const update4 = (value3) => {
    if (canUpdate(value3)) {
      sum = sum + value3;
    }
  };
  return make28({
    get: () => counter3(sum),
    update: update4,
    modify: update4
  });
};
var frequency3 = (key3) => {
  const values4 = /* @__PURE__ */ new Map();
  for (const word of key3.keyType.preregisteredWords) {
    values4.set(word, 0);
  }
  const update4 = (word) => {
    const slotCount = values4.get(word) ?? 0;
    values4.set(word, slotCount + 1);
  };
  return make28({
    get: () => frequency2(values4),
    update: update4,
    modify: update4
  });
};
var gauge3 = (_key, startAt) => {
  let value3 = startAt;
  return make28({
    get: () => gauge2(value3),
    update: (v) => {
      value3 = v;
    },
    modify: (v) => {
      value3 = value3 + v;
    }
  });
};
var histogram4 = (key3) => {
  const bounds = key3.keyType.boundaries.values;
  const size8 = bounds.length;
  const values4 = new Uint32Array(size8 + 1);
  const boundaries = new Float64Array(size8);
  let count = 0;
  let sum = 0;
  let min4 = Number.MAX_VALUE;
  let max4 = Number.MIN_VALUE;
  pipe(bounds, sort(Order2), map3((n2, i) => {
    boundaries[i] = n2;
  }));
  const update4 = (value3) => {
    let from = 0;
    let to = size8;
    while (from !== to) {
      const mid = Math.floor(from + (to - from) / 2);
      const boundary = boundaries[mid];
      if (value3 <= boundary) {
        to = mid;
      } else {
        from = mid;
      }
      if (to === from + 1) {
        if (value3 <= boundaries[from]) {
          to = from;
        } else {
          from = to;
        }
      }
    }
    values4[from] = values4[from] + 1;
    count = count + 1;
    sum = sum + value3;
    if (value3 < min4) {
      min4 = value3;
    }
    if (value3 > max4) {
      max4 = value3;
    }
  };
  const getBuckets = () => {
    const builder = allocate(size8);
    let cumulated = 0;
    for (let i = 0; i < size8; i++) {
      const boundary = boundaries[i];
      const value3 = values4[i];
      cumulated = cumulated + value3;
      builder[i] = [boundary, cumulated];
    }
    return builder;
  };
  return make28({
    get: () => histogram3({
      buckets: getBuckets(),
      count,
      min: min4,
      max: max4,
      sum
    }),
    update: update4,
    modify: update4
  });
};
var summary3 = (key3) => {
  const {
    error,
    maxAge,
    maxSize,
    quantiles
  } = key3.keyType;
  const sortedQuantiles = pipe(quantiles, sort(Order2));
  const values4 = allocate(maxSize);
  let head4 = 0;
  let count = 0;
  let sum = 0;
  let min4 = 0;
  let max4 = 0;
  const snapshot = (now3) => {
    const builder = [];
    let i = 0;
    while (i !== maxSize - 1) {
      const item = values4[i];
      if (item != null) {
        const [t, v] = item;
        const age = millis(now3 - t);
        if (greaterThanOrEqualTo2(age, zero) && lessThanOrEqualTo2(age, maxAge)) {
          builder.push(v);
        }
      }
      i = i + 1;
    }
    return calculateQuantiles(error, sortedQuantiles, sort(builder, Order2));
  };
  const observe = (value3, timestamp2) => {
    if (maxSize > 0) {
      head4 = head4 + 1;
      const target = head4 % maxSize;
      values4[target] = [timestamp2, value3];
    }
    min4 = count === 0 ? value3 : Math.min(min4, value3);
    max4 = count === 0 ? value3 : Math.max(max4, value3);
    count = count + 1;
    sum = sum + value3;
  };
  return make28({
    get: () => summary2({
      error,
      quantiles: snapshot(Date.now()),
      count,
      min: min4,
      max: max4,
      sum
    }),
    update: ([value3, timestamp2]) => observe(value3, timestamp2),
    modify: ([value3, timestamp2]) => observe(value3, timestamp2)
  });
};
var calculateQuantiles = (error, sortedQuantiles, sortedSamples) => {
  const sampleCount = sortedSamples.length;
  if (!isNonEmptyReadonlyArray(sortedQuantiles)) {
    return empty4();
  }
  const head4 = sortedQuantiles[0];
  const tail = sortedQuantiles.slice(1);
  const resolvedHead = resolveQuantile(error, sampleCount, none2(), 0, head4, sortedSamples);
  const resolved = of(resolvedHead);
  tail.forEach((quantile) => {
    resolved.push(resolveQuantile(error, sampleCount, resolvedHead.value, resolvedHead.consumed, quantile, resolvedHead.rest));
  });
  return map3(resolved, (rq) => [rq.quantile, rq.value]);
};
var resolveQuantile = (error, sampleCount, current, consumed, quantile, rest) => {
  let error_1 = error;
  let sampleCount_1 = sampleCount;
  let current_1 = current;
  let consumed_1 = consumed;
  let quantile_1 = quantile;
  let rest_1 = rest;
  let error_2 = error;
  let sampleCount_2 = sampleCount;
  let current_2 = current;
  let consumed_2 = consumed;
  let quantile_2 = quantile;
  let rest_2 = rest;
  while (1) {
    if (!isNonEmptyReadonlyArray(rest_1)) {
      return {
        quantile: quantile_1,
        value: none2(),
        consumed: consumed_1,
        rest: []
      };
    }
    if (quantile_1 === 1) {
      return {
        quantile: quantile_1,
        value: some2(lastNonEmpty(rest_1)),
        consumed: consumed_1 + rest_1.length,
        rest: []
      };
    }
    const headValue = headNonEmpty(rest_1);
    const sameHead = span(rest_1, (n2) => n2 === headValue);
    const desired = quantile_1 * sampleCount_1;
    const allowedError = error_1 / 2 * desired;
    const candConsumed = consumed_1 + sameHead[0].length;
    const candError = Math.abs(candConsumed - desired);
    if (candConsumed < desired - allowedError) {
      error_2 = error_1;
      sampleCount_2 = sampleCount_1;
      current_2 = head(rest_1);
      consumed_2 = candConsumed;
      quantile_2 = quantile_1;
      rest_2 = sameHead[1];
      error_1 = error_2;
      sampleCount_1 = sampleCount_2;
      current_1 = current_2;
      consumed_1 = consumed_2;
      quantile_1 = quantile_2;
      rest_1 = rest_2;
      continue;
    }
    if (candConsumed > desired + allowedError) {
      const valueToReturn = isNone2(current_1) ? some2(headValue) : current_1;
      return {
        quantile: quantile_1,
        value: valueToReturn,
        consumed: consumed_1,
        rest: rest_1
      };
    }
    switch (current_1._tag) {
      case "None": {
        error_2 = error_1;
        sampleCount_2 = sampleCount_1;
        current_2 = head(rest_1);
        consumed_2 = candConsumed;
        quantile_2 = quantile_1;
        rest_2 = sameHead[1];
        error_1 = error_2;
        sampleCount_1 = sampleCount_2;
        current_1 = current_2;
        consumed_1 = consumed_2;
        quantile_1 = quantile_2;
        rest_1 = rest_2;
        continue;
      }
      case "Some": {
        const prevError = Math.abs(desired - current_1.value);
        if (candError < prevError) {
          error_2 = error_1;
          sampleCount_2 = sampleCount_1;
          current_2 = head(rest_1);
          consumed_2 = candConsumed;
          quantile_2 = quantile_1;
          rest_2 = sameHead[1];
          error_1 = error_2;
          sampleCount_1 = sampleCount_2;
          current_1 = current_2;
          consumed_1 = consumed_2;
          quantile_1 = quantile_2;
          rest_1 = rest_2;
          continue;
        }
        return {
          quantile: quantile_1,
          value: some2(current_1.value),
          consumed: consumed_1,
          rest: rest_1
        };
      }
    }
  }
  throw new Error("BUG: MetricHook.resolveQuantiles - please report an issue at https://github.com/Effect-TS/effect/issues");
};

// ../../node_modules/.pnpm/effect@3.22.4/node_modules/effect/dist/esm/internal/metric/pair.js
var MetricPairSymbolKey = "effect/MetricPair";
var MetricPairTypeId = /* @__PURE__ */ Symbol.for(MetricPairSymbolKey);
var metricPairVariance = {
  /* c8 ignore next */
  _Type: (_) => _
};
var unsafeMake6 = (metricKey, metricState) => {
  return {
    [MetricPairTypeId]: metricPairVariance,
    metricKey,
    metricState,
    pipe() {
      return pipeArguments(this, arguments);
    }
  };
};

// ../../node_modules/.pnpm/effect@3.22.4/node_modules/effect/dist/esm/internal/metric/registry.js
var MetricRegistrySymbolKey = "effect/MetricRegistry";
var MetricRegistryTypeId = /* @__PURE__ */ Symbol.for(MetricRegistrySymbolKey);
var MetricRegistryImpl = class {
  [MetricRegistryTypeId] = MetricRegistryTypeId;
  map = /* @__PURE__ */ empty20();
  snapshot() {
    const result2 = [];
    for (const [key3, hook] of this.map) {
      result2.push(unsafeMake6(key3, hook.get()));
    }
    return result2;
  }
  get(key3) {
    const hook = pipe(this.map, get12(key3), getOrUndefined);
    if (hook == null) {
      if (isCounterKey(key3.keyType)) {
        return this.getCounter(key3);
      }
      if (isGaugeKey(key3.keyType)) {
        return this.getGauge(key3);
      }
      if (isFrequencyKey(key3.keyType)) {
        return this.getFrequency(key3);
      }
      if (isHistogramKey(key3.keyType)) {
        return this.getHistogram(key3);
      }
      if (isSummaryKey(key3.keyType)) {
        return this.getSummary(key3);
      }
      throw new Error("BUG: MetricRegistry.get - unknown MetricKeyType - please report an issue at https://github.com/Effect-TS/effect/issues");
    } else {
      return hook;
    }
  }
  getCounter(key3) {
    let value3 = pipe(this.map, get12(key3), getOrUndefined);
    if (value3 == null) {
      const counter6 = counter4(key3);
      if (!pipe(this.map, has4(key3))) {
        pipe(this.map, set6(key3, counter6));
      }
      value3 = counter6;
    }
    return value3;
  }
  getFrequency(key3) {
    let value3 = pipe(this.map, get12(key3), getOrUndefined);
    if (value3 == null) {
      const frequency5 = frequency3(key3);
      if (!pipe(this.map, has4(key3))) {
        pipe(this.map, set6(key3, frequency5));
      }
      value3 = frequency5;
    }
    return value3;
  }
  getGauge(key3) {
    let value3 = pipe(this.map, get12(key3), getOrUndefined);
    if (value3 == null) {
      const gauge5 = gauge3(key3, key3.keyType.bigint ? BigInt(0) : 0);
      if (!pipe(this.map, has4(key3))) {
        pipe(this.map, set6(key3, gauge5));
      }
      value3 = gauge5;
    }
    return value3;
  }
  getHistogram(key3) {
    let value3 = pipe(this.map, get12(key3), getOrUndefined);
    if (value3 == null) {
      const histogram6 = histogram4(key3);
      if (!pipe(this.map, has4(key3))) {
        pipe(this.map, set6(key3, histogram6));
      }
      value3 = histogram6;
    }
    return value3;
  }
  getSummary(key3) {
    let value3 = pipe(this.map, get12(key3), getOrUndefined);
    if (value3 == null) {
      const summary5 = summary3(key3);
      if (!pipe(this.map, has4(key3))) {
        pipe(this.map, set6(key3, summary5));
      }
      value3 = summary5;
    }
    return value3;
  }
};
var make29 = () => {
  return new MetricRegistryImpl();
};

// ../../node_modules/.pnpm/effect@3.22.4/node_modules/effect/dist/esm/internal/metric.js
var MetricSymbolKey = "effect/Metric";
var MetricTypeId = /* @__PURE__ */ Symbol.for(MetricSymbolKey);
var metricVariance = {
  /* c8 ignore next */
  _Type: (_) => _,
  /* c8 ignore next */
  _In: (_) => _,
  /* c8 ignore next */
  _Out: (_) => _
};
var globalMetricRegistry = /* @__PURE__ */ globalValue(/* @__PURE__ */ Symbol.for("effect/Metric/globalMetricRegistry"), () => make29());
var make30 = function(keyType, unsafeUpdate, unsafeValue, unsafeModify) {
  const metric = Object.assign((effect2) => tap(effect2, (a) => update3(metric, a)), {
    [MetricTypeId]: metricVariance,
    keyType,
    unsafeUpdate,
    unsafeValue,
    unsafeModify,
    register() {
      this.unsafeValue([]);
      return this;
    },
    pipe() {
      return pipeArguments(this, arguments);
    }
  });
  return metric;
};
var counter5 = (name, options2) => fromMetricKey(counter2(name, options2));
var fromMetricKey = (key3) => {
  let untaggedHook;
  const hookCache = /* @__PURE__ */ new WeakMap();
  const hook = (extraTags) => {
    if (extraTags.length === 0) {
      if (untaggedHook !== void 0) {
        return untaggedHook;
      }
      untaggedHook = globalMetricRegistry.get(key3);
      return untaggedHook;
    }
    let hook2 = hookCache.get(extraTags);
    if (hook2 !== void 0) {
      return hook2;
    }
    hook2 = globalMetricRegistry.get(taggedWithLabels(key3, extraTags));
    hookCache.set(extraTags, hook2);
    return hook2;
  };
  return make30(key3.keyType, (input, extraTags) => hook(extraTags).update(input), (extraTags) => hook(extraTags).get(), (input, extraTags) => hook(extraTags).modify(input));
};
var histogram5 = (name, boundaries, description) => fromMetricKey(histogram2(name, boundaries, description));
var tagged = /* @__PURE__ */ dual(3, (self, key3, value3) => taggedWithLabels2(self, [make27(key3, value3)]));
var taggedWithLabels2 = /* @__PURE__ */ dual(2, (self, extraTags) => {
  return make30(self.keyType, (input, extraTags1) => self.unsafeUpdate(input, union(extraTags, extraTags1)), (extraTags1) => self.unsafeValue(union(extraTags, extraTags1)), (input, extraTags1) => self.unsafeModify(input, union(extraTags, extraTags1)));
});
var update3 = /* @__PURE__ */ dual(2, (self, input) => fiberRefGetWith(currentMetricLabels, (tags) => sync(() => self.unsafeUpdate(input, tags))));

// ../../node_modules/.pnpm/effect@3.22.4/node_modules/effect/dist/esm/internal/request.js
var RequestSymbolKey = "effect/Request";
var RequestTypeId = /* @__PURE__ */ Symbol.for(RequestSymbolKey);
var requestVariance = {
  /* c8 ignore next */
  _E: (_) => _,
  /* c8 ignore next */
  _A: (_) => _
};
var RequestPrototype = {
  ...StructuralPrototype,
  [RequestTypeId]: requestVariance
};
var complete = /* @__PURE__ */ dual(2, (self, result2) => fiberRefGetWith(currentRequestMap, (map15) => sync(() => {
  if (map15.has(self)) {
    const entry2 = map15.get(self);
    if (!entry2.state.completed) {
      entry2.state.completed = true;
      deferredUnsafeDone(entry2.result, result2);
    }
  }
})));

// ../../node_modules/.pnpm/effect@3.22.4/node_modules/effect/dist/esm/internal/redBlackTree/iterator.js
var Direction = {
  Forward: 0,
  Backward: 1 << 0
};
var RedBlackTreeIterator = class _RedBlackTreeIterator {
  self;
  stack;
  direction;
  count = 0;
  constructor(self, stack, direction) {
    this.self = self;
    this.stack = stack;
    this.direction = direction;
  }
  /**
   * Clones the iterator
   */
  clone() {
    return new _RedBlackTreeIterator(this.self, this.stack.slice(), this.direction);
  }
  /**
   * Reverse the traversal direction
   */
  reversed() {
    return new _RedBlackTreeIterator(this.self, this.stack.slice(), this.direction === Direction.Forward ? Direction.Backward : Direction.Forward);
  }
  /**
   * Iterator next
   */
  next() {
    const entry2 = this.entry;
    this.count++;
    if (this.direction === Direction.Forward) {
      this.moveNext();
    } else {
      this.movePrev();
    }
    switch (entry2._tag) {
      case "None": {
        return {
          done: true,
          value: this.count
        };
      }
      case "Some": {
        return {
          done: false,
          value: entry2.value
        };
      }
    }
  }
  /**
   * Returns the key
   */
  get key() {
    if (this.stack.length > 0) {
      return some2(this.stack[this.stack.length - 1].key);
    }
    return none2();
  }
  /**
   * Returns the value
   */
  get value() {
    if (this.stack.length > 0) {
      return some2(this.stack[this.stack.length - 1].value);
    }
    return none2();
  }
  /**
   * Returns the key
   */
  get entry() {
    return map2(last(this.stack), (node) => [node.key, node.value]);
  }
  /**
   * Returns the position of this iterator in the sorted list
   */
  get index() {
    let idx = 0;
    const stack = this.stack;
    if (stack.length === 0) {
      const r = this.self._root;
      if (r != null) {
        return r.count;
      }
      return 0;
    } else if (stack[stack.length - 1].left != null) {
      idx = stack[stack.length - 1].left.count;
    }
    for (let s = stack.length - 2; s >= 0; --s) {
      if (stack[s + 1] === stack[s].right) {
        ++idx;
        if (stack[s].left != null) {
          idx += stack[s].left.count;
        }
      }
    }
    return idx;
  }
  /**
   * Advances iterator to next element in list
   */
  moveNext() {
    const stack = this.stack;
    if (stack.length === 0) {
      return;
    }
    let n2 = stack[stack.length - 1];
    if (n2.right != null) {
      n2 = n2.right;
      while (n2 != null) {
        stack.push(n2);
        n2 = n2.left;
      }
    } else {
      stack.pop();
      while (stack.length > 0 && stack[stack.length - 1].right === n2) {
        n2 = stack[stack.length - 1];
        stack.pop();
      }
    }
  }
  /**
   * Checks if there is a next element
   */
  get hasNext() {
    const stack = this.stack;
    if (stack.length === 0) {
      return false;
    }
    if (stack[stack.length - 1].right != null) {
      return true;
    }
    for (let s = stack.length - 1; s > 0; --s) {
      if (stack[s - 1].left === stack[s]) {
        return true;
      }
    }
    return false;
  }
  /**
   * Advances iterator to previous element in list
   */
  movePrev() {
    const stack = this.stack;
    if (stack.length === 0) {
      return;
    }
    let n2 = stack[stack.length - 1];
    if (n2 != null && n2.left != null) {
      n2 = n2.left;
      while (n2 != null) {
        stack.push(n2);
        n2 = n2.right;
      }
    } else {
      stack.pop();
      while (stack.length > 0 && stack[stack.length - 1].left === n2) {
        n2 = stack[stack.length - 1];
        stack.pop();
      }
    }
  }
  /**
   * Checks if there is a previous element
   */
  get hasPrev() {
    const stack = this.stack;
    if (stack.length === 0) {
      return false;
    }
    if (stack[stack.length - 1].left != null) {
      return true;
    }
    for (let s = stack.length - 1; s > 0; --s) {
      if (stack[s - 1].right === stack[s]) {
        return true;
      }
    }
    return false;
  }
};

// ../../node_modules/.pnpm/effect@3.22.4/node_modules/effect/dist/esm/internal/redBlackTree/node.js
var Color = {
  Red: 0,
  Black: 1 << 0
};
var clone = ({
  color,
  count,
  key: key3,
  left: left3,
  right: right3,
  value: value3
}) => ({
  color,
  key: key3,
  value: value3,
  left: left3,
  right: right3,
  count
});
function swap2(n2, v) {
  n2.key = v.key;
  n2.value = v.value;
  n2.left = v.left;
  n2.right = v.right;
  n2.color = v.color;
  n2.count = v.count;
}
var repaint = ({
  count,
  key: key3,
  left: left3,
  right: right3,
  value: value3
}, color) => ({
  color,
  key: key3,
  value: value3,
  left: left3,
  right: right3,
  count
});
var recount = (node) => {
  node.count = 1 + (node.left?.count ?? 0) + (node.right?.count ?? 0);
};

// ../../node_modules/.pnpm/effect@3.22.4/node_modules/effect/dist/esm/internal/redBlackTree.js
var RedBlackTreeSymbolKey = "effect/RedBlackTree";
var RedBlackTreeTypeId = /* @__PURE__ */ Symbol.for(RedBlackTreeSymbolKey);
var redBlackTreeVariance = {
  /* c8 ignore next */
  _Key: (_) => _,
  /* c8 ignore next */
  _Value: (_) => _
};
var RedBlackTreeProto = {
  [RedBlackTreeTypeId]: redBlackTreeVariance,
  [symbol]() {
    let hash3 = hash(RedBlackTreeSymbolKey);
    for (const item of this) {
      hash3 ^= pipe(hash(item[0]), combine(hash(item[1])));
    }
    return cached(this, hash3);
  },
  [symbol2](that) {
    if (isRedBlackTree(that)) {
      if ((this._root?.count ?? 0) !== (that._root?.count ?? 0)) {
        return false;
      }
      const entries2 = Array.from(that);
      return Array.from(this).every((itemSelf, i) => {
        const itemThat = entries2[i];
        return equals(itemSelf[0], itemThat[0]) && equals(itemSelf[1], itemThat[1]);
      });
    }
    return false;
  },
  [Symbol.iterator]() {
    const stack = [];
    let n2 = this._root;
    while (n2 != null) {
      stack.push(n2);
      n2 = n2.left;
    }
    return new RedBlackTreeIterator(this, stack, Direction.Forward);
  },
  toString() {
    return format(this.toJSON());
  },
  toJSON() {
    return {
      _id: "RedBlackTree",
      values: Array.from(this).map(toJSON)
    };
  },
  [NodeInspectSymbol]() {
    return this.toJSON();
  },
  pipe() {
    return pipeArguments(this, arguments);
  }
};
var makeImpl3 = (ord, root) => {
  const tree = Object.create(RedBlackTreeProto);
  tree._ord = ord;
  tree._root = root;
  return tree;
};
var isRedBlackTree = (u) => hasProperty(u, RedBlackTreeTypeId);
var findFirst3 = /* @__PURE__ */ dual(2, (self, key3) => {
  const cmp = self._ord;
  let node = self._root;
  while (node !== void 0) {
    const d = cmp(key3, node.key);
    if (equals(key3, node.key)) {
      return some2(node.value);
    }
    if (d <= 0) {
      node = node.left;
    } else {
      node = node.right;
    }
  }
  return none2();
});
var has5 = /* @__PURE__ */ dual(2, (self, key3) => isSome2(findFirst3(self, key3)));
var insert = /* @__PURE__ */ dual(3, (self, key3, value3) => {
  const cmp = self._ord;
  let n2 = self._root;
  const n_stack = [];
  const d_stack = [];
  while (n2 != null) {
    const d = cmp(key3, n2.key);
    n_stack.push(n2);
    d_stack.push(d);
    if (d <= 0) {
      n2 = n2.left;
    } else {
      n2 = n2.right;
    }
  }
  n_stack.push({
    color: Color.Red,
    key: key3,
    value: value3,
    left: void 0,
    right: void 0,
    count: 1
  });
  for (let s = n_stack.length - 2; s >= 0; --s) {
    const n22 = n_stack[s];
    if (d_stack[s] <= 0) {
      n_stack[s] = {
        color: n22.color,
        key: n22.key,
        value: n22.value,
        left: n_stack[s + 1],
        right: n22.right,
        count: n22.count + 1
      };
    } else {
      n_stack[s] = {
        color: n22.color,
        key: n22.key,
        value: n22.value,
        left: n22.left,
        right: n_stack[s + 1],
        count: n22.count + 1
      };
    }
  }
  for (let s = n_stack.length - 1; s > 1; --s) {
    const p = n_stack[s - 1];
    const n3 = n_stack[s];
    if (p.color === Color.Black || n3.color === Color.Black) {
      break;
    }
    const pp = n_stack[s - 2];
    if (pp.left === p) {
      if (p.left === n3) {
        const y = pp.right;
        if (y && y.color === Color.Red) {
          p.color = Color.Black;
          pp.right = repaint(y, Color.Black);
          pp.color = Color.Red;
          s -= 1;
        } else {
          pp.color = Color.Red;
          pp.left = p.right;
          p.color = Color.Black;
          p.right = pp;
          n_stack[s - 2] = p;
          n_stack[s - 1] = n3;
          recount(pp);
          recount(p);
          if (s >= 3) {
            const ppp = n_stack[s - 3];
            if (ppp.left === pp) {
              ppp.left = p;
            } else {
              ppp.right = p;
            }
          }
          break;
        }
      } else {
        const y = pp.right;
        if (y && y.color === Color.Red) {
          p.color = Color.Black;
          pp.right = repaint(y, Color.Black);
          pp.color = Color.Red;
          s -= 1;
        } else {
          p.right = n3.left;
          pp.color = Color.Red;
          pp.left = n3.right;
          n3.color = Color.Black;
          n3.left = p;
          n3.right = pp;
          n_stack[s - 2] = n3;
          n_stack[s - 1] = p;
          recount(pp);
          recount(p);
          recount(n3);
          if (s >= 3) {
            const ppp = n_stack[s - 3];
            if (ppp.left === pp) {
              ppp.left = n3;
            } else {
              ppp.right = n3;
            }
          }
          break;
        }
      }
    } else {
      if (p.right === n3) {
        const y = pp.left;
        if (y && y.color === Color.Red) {
          p.color = Color.Black;
          pp.left = repaint(y, Color.Black);
          pp.color = Color.Red;
          s -= 1;
        } else {
          pp.color = Color.Red;
          pp.right = p.left;
          p.color = Color.Black;
          p.left = pp;
          n_stack[s - 2] = p;
          n_stack[s - 1] = n3;
          recount(pp);
          recount(p);
          if (s >= 3) {
            const ppp = n_stack[s - 3];
            if (ppp.right === pp) {
              ppp.right = p;
            } else {
              ppp.left = p;
            }
          }
          break;
        }
      } else {
        const y = pp.left;
        if (y && y.color === Color.Red) {
          p.color = Color.Black;
          pp.left = repaint(y, Color.Black);
          pp.color = Color.Red;
          s -= 1;
        } else {
          p.left = n3.right;
          pp.color = Color.Red;
          pp.right = n3.left;
          n3.color = Color.Black;
          n3.right = p;
          n3.left = pp;
          n_stack[s - 2] = n3;
          n_stack[s - 1] = p;
          recount(pp);
          recount(p);
          recount(n3);
          if (s >= 3) {
            const ppp = n_stack[s - 3];
            if (ppp.right === pp) {
              ppp.right = n3;
            } else {
              ppp.left = n3;
            }
          }
          break;
        }
      }
    }
  }
  n_stack[0].color = Color.Black;
  return makeImpl3(self._ord, n_stack[0]);
});
var keysForward = (self) => keys3(self, Direction.Forward);
var keys3 = (self, direction) => {
  const begin4 = self[Symbol.iterator]();
  let count = 0;
  return {
    [Symbol.iterator]: () => keys3(self, direction),
    next: () => {
      count++;
      const entry2 = begin4.key;
      if (direction === Direction.Forward) {
        begin4.moveNext();
      } else {
        begin4.movePrev();
      }
      switch (entry2._tag) {
        case "None": {
          return {
            done: true,
            value: count
          };
        }
        case "Some": {
          return {
            done: false,
            value: entry2.value
          };
        }
      }
    }
  };
};
var removeFirst = /* @__PURE__ */ dual(2, (self, key3) => {
  if (!has5(self, key3)) {
    return self;
  }
  const ord = self._ord;
  const cmp = ord;
  let node = self._root;
  const stack = [];
  while (node !== void 0) {
    const d = cmp(key3, node.key);
    stack.push(node);
    if (equals(key3, node.key)) {
      node = void 0;
    } else if (d <= 0) {
      node = node.left;
    } else {
      node = node.right;
    }
  }
  if (stack.length === 0) {
    return self;
  }
  const cstack = new Array(stack.length);
  let n2 = stack[stack.length - 1];
  cstack[cstack.length - 1] = {
    color: n2.color,
    key: n2.key,
    value: n2.value,
    left: n2.left,
    right: n2.right,
    count: n2.count
  };
  for (let i = stack.length - 2; i >= 0; --i) {
    n2 = stack[i];
    if (n2.left === stack[i + 1]) {
      cstack[i] = {
        color: n2.color,
        key: n2.key,
        value: n2.value,
        left: cstack[i + 1],
        right: n2.right,
        count: n2.count
      };
    } else {
      cstack[i] = {
        color: n2.color,
        key: n2.key,
        value: n2.value,
        left: n2.left,
        right: cstack[i + 1],
        count: n2.count
      };
    }
  }
  n2 = cstack[cstack.length - 1];
  if (n2.left !== void 0 && n2.right !== void 0) {
    const split = cstack.length;
    n2 = n2.left;
    while (n2.right != null) {
      cstack.push(n2);
      n2 = n2.right;
    }
    const v = cstack[split - 1];
    cstack.push({
      color: n2.color,
      key: v.key,
      value: v.value,
      left: n2.left,
      right: n2.right,
      count: n2.count
    });
    cstack[split - 1].key = n2.key;
    cstack[split - 1].value = n2.value;
    for (let i = cstack.length - 2; i >= split; --i) {
      n2 = cstack[i];
      cstack[i] = {
        color: n2.color,
        key: n2.key,
        value: n2.value,
        left: n2.left,
        right: cstack[i + 1],
        count: n2.count
      };
    }
    cstack[split - 1].left = cstack[split];
  }
  n2 = cstack[cstack.length - 1];
  if (n2.color === Color.Red) {
    const p = cstack[cstack.length - 2];
    if (p.left === n2) {
      p.left = void 0;
    } else if (p.right === n2) {
      p.right = void 0;
    }
    cstack.pop();
    for (let i = 0; i < cstack.length; ++i) {
      cstack[i].count--;
    }
    return makeImpl3(ord, cstack[0]);
  } else {
    if (n2.left !== void 0 || n2.right !== void 0) {
      if (n2.left !== void 0) {
        swap2(n2, n2.left);
      } else if (n2.right !== void 0) {
        swap2(n2, n2.right);
      }
      n2.color = Color.Black;
      for (let i = 0; i < cstack.length - 1; ++i) {
        cstack[i].count--;
      }
      return makeImpl3(ord, cstack[0]);
    } else if (cstack.length === 1) {
      return makeImpl3(ord, void 0);
    } else {
      for (let i = 0; i < cstack.length; ++i) {
        cstack[i].count--;
      }
      const parent = cstack[cstack.length - 2];
      fixDoubleBlack(cstack);
      if (parent.left === n2) {
        parent.left = void 0;
      } else {
        parent.right = void 0;
      }
    }
  }
  return makeImpl3(ord, cstack[0]);
});
var fixDoubleBlack = (stack) => {
  let n2, p, s, z;
  for (let i = stack.length - 1; i >= 0; --i) {
    n2 = stack[i];
    if (i === 0) {
      n2.color = Color.Black;
      return;
    }
    p = stack[i - 1];
    if (p.left === n2) {
      s = p.right;
      if (s !== void 0 && s.right !== void 0 && s.right.color === Color.Red) {
        s = p.right = clone(s);
        z = s.right = clone(s.right);
        p.right = s.left;
        s.left = p;
        s.right = z;
        s.color = p.color;
        n2.color = Color.Black;
        p.color = Color.Black;
        z.color = Color.Black;
        recount(p);
        recount(s);
        if (i > 1) {
          const pp = stack[i - 2];
          if (pp.left === p) {
            pp.left = s;
          } else {
            pp.right = s;
          }
        }
        stack[i - 1] = s;
        return;
      } else if (s !== void 0 && s.left !== void 0 && s.left.color === Color.Red) {
        s = p.right = clone(s);
        z = s.left = clone(s.left);
        p.right = z.left;
        s.left = z.right;
        z.left = p;
        z.right = s;
        z.color = p.color;
        p.color = Color.Black;
        s.color = Color.Black;
        n2.color = Color.Black;
        recount(p);
        recount(s);
        recount(z);
        if (i > 1) {
          const pp = stack[i - 2];
          if (pp.left === p) {
            pp.left = z;
          } else {
            pp.right = z;
          }
        }
        stack[i - 1] = z;
        return;
      }
      if (s !== void 0 && s.color === Color.Black) {
        if (p.color === Color.Red) {
          p.color = Color.Black;
          p.right = repaint(s, Color.Red);
          return;
        } else {
          p.right = repaint(s, Color.Red);
          continue;
        }
      } else if (s !== void 0) {
        s = clone(s);
        p.right = s.left;
        s.left = p;
        s.color = p.color;
        p.color = Color.Red;
        recount(p);
        recount(s);
        if (i > 1) {
          const pp = stack[i - 2];
          if (pp.left === p) {
            pp.left = s;
          } else {
            pp.right = s;
          }
        }
        stack[i - 1] = s;
        stack[i] = p;
        if (i + 1 < stack.length) {
          stack[i + 1] = n2;
        } else {
          stack.push(n2);
        }
        i = i + 2;
      }
    } else {
      s = p.left;
      if (s !== void 0 && s.left !== void 0 && s.left.color === Color.Red) {
        s = p.left = clone(s);
        z = s.left = clone(s.left);
        p.left = s.right;
        s.right = p;
        s.left = z;
        s.color = p.color;
        n2.color = Color.Black;
        p.color = Color.Black;
        z.color = Color.Black;
        recount(p);
        recount(s);
        if (i > 1) {
          const pp = stack[i - 2];
          if (pp.right === p) {
            pp.right = s;
          } else {
            pp.left = s;
          }
        }
        stack[i - 1] = s;
        return;
      } else if (s !== void 0 && s.right !== void 0 && s.right.color === Color.Red) {
        s = p.left = clone(s);
        z = s.right = clone(s.right);
        p.left = z.right;
        s.right = z.left;
        z.right = p;
        z.left = s;
        z.color = p.color;
        p.color = Color.Black;
        s.color = Color.Black;
        n2.color = Color.Black;
        recount(p);
        recount(s);
        recount(z);
        if (i > 1) {
          const pp = stack[i - 2];
          if (pp.right === p) {
            pp.right = z;
          } else {
            pp.left = z;
          }
        }
        stack[i - 1] = z;
        return;
      }
      if (s !== void 0 && s.color === Color.Black) {
        if (p.color === Color.Red) {
          p.color = Color.Black;
          p.left = repaint(s, Color.Red);
          return;
        } else {
          p.left = repaint(s, Color.Red);
          continue;
        }
      } else if (s !== void 0) {
        s = clone(s);
        p.left = s.right;
        s.right = p;
        s.color = p.color;
        p.color = Color.Red;
        recount(p);
        recount(s);
        if (i > 1) {
          const pp = stack[i - 2];
          if (pp.right === p) {
            pp.right = s;
          } else {
            pp.left = s;
          }
        }
        stack[i - 1] = s;
        stack[i] = p;
        if (i + 1 < stack.length) {
          stack[i + 1] = n2;
        } else {
          stack.push(n2);
        }
        i = i + 2;
      }
    }
  }
};

// ../../node_modules/.pnpm/effect@3.22.4/node_modules/effect/dist/esm/RedBlackTree.js
var has6 = has5;
var insert2 = insert;
var keys4 = keysForward;
var removeFirst2 = removeFirst;

// ../../node_modules/.pnpm/effect@3.22.4/node_modules/effect/dist/esm/SortedSet.js
var TypeId12 = /* @__PURE__ */ Symbol.for("effect/SortedSet");
var SortedSetProto = {
  [TypeId12]: {
    _A: (_) => _
  },
  [symbol]() {
    return pipe(hash(this.keyTree), combine(hash(TypeId12)), cached(this));
  },
  [symbol2](that) {
    return isSortedSet(that) && equals(this.keyTree, that.keyTree);
  },
  [Symbol.iterator]() {
    return keys4(this.keyTree);
  },
  toString() {
    return format(this.toJSON());
  },
  toJSON() {
    return {
      _id: "SortedSet",
      values: Array.from(this).map(toJSON)
    };
  },
  [NodeInspectSymbol]() {
    return this.toJSON();
  },
  pipe() {
    return pipeArguments(this, arguments);
  }
};
var fromTree = (keyTree) => {
  const a = Object.create(SortedSetProto);
  a.keyTree = keyTree;
  return a;
};
var isSortedSet = (u) => hasProperty(u, TypeId12);
var add5 = /* @__PURE__ */ dual(2, (self, value3) => has6(self.keyTree, value3) ? self : fromTree(insert2(self.keyTree, value3, true)));
var remove5 = /* @__PURE__ */ dual(2, (self, value3) => fromTree(removeFirst2(self.keyTree, value3)));

// ../../node_modules/.pnpm/effect@3.22.4/node_modules/effect/dist/esm/internal/supervisor.js
var SupervisorSymbolKey = "effect/Supervisor";
var SupervisorTypeId = /* @__PURE__ */ Symbol.for(SupervisorSymbolKey);
var supervisorVariance = {
  /* c8 ignore next */
  _T: (_) => _
};
var ProxySupervisor = class _ProxySupervisor {
  underlying;
  value0;
  [SupervisorTypeId] = supervisorVariance;
  constructor(underlying, value0) {
    this.underlying = underlying;
    this.value0 = value0;
  }
  get value() {
    return this.value0;
  }
  onStart(context3, effect2, parent, fiber) {
    this.underlying.onStart(context3, effect2, parent, fiber);
  }
  onEnd(value3, fiber) {
    this.underlying.onEnd(value3, fiber);
  }
  onEffect(fiber, effect2) {
    this.underlying.onEffect(fiber, effect2);
  }
  onSuspend(fiber) {
    this.underlying.onSuspend(fiber);
  }
  onResume(fiber) {
    this.underlying.onResume(fiber);
  }
  map(f2) {
    return new _ProxySupervisor(this, pipe(this.value, map9(f2)));
  }
  zip(right3) {
    return new Zip(this, right3);
  }
};
var Zip = class _Zip {
  left;
  right;
  _tag = "Zip";
  [SupervisorTypeId] = supervisorVariance;
  constructor(left3, right3) {
    this.left = left3;
    this.right = right3;
  }
  get value() {
    return zip2(this.left.value, this.right.value);
  }
  onStart(context3, effect2, parent, fiber) {
    this.left.onStart(context3, effect2, parent, fiber);
    this.right.onStart(context3, effect2, parent, fiber);
  }
  onEnd(value3, fiber) {
    this.left.onEnd(value3, fiber);
    this.right.onEnd(value3, fiber);
  }
  onEffect(fiber, effect2) {
    this.left.onEffect(fiber, effect2);
    this.right.onEffect(fiber, effect2);
  }
  onSuspend(fiber) {
    this.left.onSuspend(fiber);
    this.right.onSuspend(fiber);
  }
  onResume(fiber) {
    this.left.onResume(fiber);
    this.right.onResume(fiber);
  }
  map(f2) {
    return new ProxySupervisor(this, pipe(this.value, map9(f2)));
  }
  zip(right3) {
    return new _Zip(this, right3);
  }
};
var isZip = (self) => hasProperty(self, SupervisorTypeId) && isTagged(self, "Zip");
var Track = class {
  [SupervisorTypeId] = supervisorVariance;
  fibers = /* @__PURE__ */ new Set();
  get value() {
    return sync(() => Array.from(this.fibers));
  }
  onStart(_context, _effect, _parent, fiber) {
    this.fibers.add(fiber);
  }
  onEnd(_value, fiber) {
    this.fibers.delete(fiber);
  }
  onEffect(_fiber, _effect) {
  }
  onSuspend(_fiber) {
  }
  onResume(_fiber) {
  }
  map(f2) {
    return new ProxySupervisor(this, pipe(this.value, map9(f2)));
  }
  zip(right3) {
    return new Zip(this, right3);
  }
  onRun(execution, _fiber) {
    return execution();
  }
};
var Const = class {
  effect;
  [SupervisorTypeId] = supervisorVariance;
  constructor(effect2) {
    this.effect = effect2;
  }
  get value() {
    return this.effect;
  }
  onStart(_context, _effect, _parent, _fiber) {
  }
  onEnd(_value, _fiber) {
  }
  onEffect(_fiber, _effect) {
  }
  onSuspend(_fiber) {
  }
  onResume(_fiber) {
  }
  map(f2) {
    return new ProxySupervisor(this, pipe(this.value, map9(f2)));
  }
  zip(right3) {
    return new Zip(this, right3);
  }
  onRun(execution, _fiber) {
    return execution();
  }
};
var FibersIn = class {
  ref;
  [SupervisorTypeId] = supervisorVariance;
  constructor(ref) {
    this.ref = ref;
  }
  get value() {
    return sync(() => get6(this.ref));
  }
  onStart(_context, _effect, _parent, fiber) {
    pipe(this.ref, set2(pipe(get6(this.ref), add5(fiber))));
  }
  onEnd(_value, fiber) {
    pipe(this.ref, set2(pipe(get6(this.ref), remove5(fiber))));
  }
  onEffect(_fiber, _effect) {
  }
  onSuspend(_fiber) {
  }
  onResume(_fiber) {
  }
  map(f2) {
    return new ProxySupervisor(this, pipe(this.value, map9(f2)));
  }
  zip(right3) {
    return new Zip(this, right3);
  }
  onRun(execution, _fiber) {
    return execution();
  }
};
var fromEffect = (effect2) => {
  return new Const(effect2);
};
var none7 = /* @__PURE__ */ globalValue("effect/Supervisor/none", () => fromEffect(void_));

// ../../node_modules/.pnpm/effect@3.22.4/node_modules/effect/dist/esm/Differ.js
var make32 = make15;

// ../../node_modules/.pnpm/effect@3.22.4/node_modules/effect/dist/esm/internal/supervisor/patch.js
var OP_EMPTY3 = "Empty";
var OP_ADD_SUPERVISOR = "AddSupervisor";
var OP_REMOVE_SUPERVISOR = "RemoveSupervisor";
var OP_AND_THEN2 = "AndThen";
var empty23 = {
  _tag: OP_EMPTY3
};
var combine8 = (self, that) => {
  return {
    _tag: OP_AND_THEN2,
    first: self,
    second: that
  };
};
var patch8 = (self, supervisor) => {
  return patchLoop(supervisor, of2(self));
};
var patchLoop = (_supervisor, _patches) => {
  let supervisor = _supervisor;
  let patches = _patches;
  while (isNonEmpty(patches)) {
    const head4 = headNonEmpty2(patches);
    switch (head4._tag) {
      case OP_EMPTY3: {
        patches = tailNonEmpty2(patches);
        break;
      }
      case OP_ADD_SUPERVISOR: {
        supervisor = supervisor.zip(head4.supervisor);
        patches = tailNonEmpty2(patches);
        break;
      }
      case OP_REMOVE_SUPERVISOR: {
        supervisor = removeSupervisor(supervisor, head4.supervisor);
        patches = tailNonEmpty2(patches);
        break;
      }
      case OP_AND_THEN2: {
        patches = prepend2(head4.first)(prepend2(head4.second)(tailNonEmpty2(patches)));
        break;
      }
    }
  }
  return supervisor;
};
var removeSupervisor = (self, that) => {
  if (equals(self, that)) {
    return none7;
  } else {
    if (isZip(self)) {
      return removeSupervisor(self.left, that).zip(removeSupervisor(self.right, that));
    } else {
      return self;
    }
  }
};
var toSet2 = (self) => {
  if (equals(self, none7)) {
    return empty8();
  } else {
    if (isZip(self)) {
      return pipe(toSet2(self.left), union3(toSet2(self.right)));
    } else {
      return make9(self);
    }
  }
};
var diff7 = (oldValue, newValue) => {
  if (equals(oldValue, newValue)) {
    return empty23;
  }
  const oldSupervisors = toSet2(oldValue);
  const newSupervisors = toSet2(newValue);
  const added = pipe(newSupervisors, difference3(oldSupervisors), reduce4(empty23, (patch9, supervisor) => combine8(patch9, {
    _tag: OP_ADD_SUPERVISOR,
    supervisor
  })));
  const removed = pipe(oldSupervisors, difference3(newSupervisors), reduce4(empty23, (patch9, supervisor) => combine8(patch9, {
    _tag: OP_REMOVE_SUPERVISOR,
    supervisor
  })));
  return combine8(added, removed);
};
var differ2 = /* @__PURE__ */ make32({
  empty: empty23,
  patch: patch8,
  combine: combine8,
  diff: diff7
});

// ../../node_modules/.pnpm/effect@3.22.4/node_modules/effect/dist/esm/internal/fiberRuntime.js
var fiberStarted = /* @__PURE__ */ counter5("effect_fiber_started", {
  incremental: true
});
var fiberActive = /* @__PURE__ */ counter5("effect_fiber_active");
var fiberSuccesses = /* @__PURE__ */ counter5("effect_fiber_successes", {
  incremental: true
});
var fiberFailures = /* @__PURE__ */ counter5("effect_fiber_failures", {
  incremental: true
});
var fiberLifetimes = /* @__PURE__ */ tagged(/* @__PURE__ */ histogram5("effect_fiber_lifetimes", /* @__PURE__ */ exponential({
  start: 0.5,
  factor: 2,
  count: 35
})), "time_unit", "milliseconds");
var EvaluationSignalContinue = "Continue";
var EvaluationSignalDone = "Done";
var EvaluationSignalYieldNow = "Yield";
var runtimeFiberVariance = {
  /* c8 ignore next */
  _E: (_) => _,
  /* c8 ignore next */
  _A: (_) => _
};
var absurd = (_) => {
  throw new Error(`BUG: FiberRuntime - ${toStringUnknown(_)} - please report an issue at https://github.com/Effect-TS/effect/issues`);
};
var YieldedOp = /* @__PURE__ */ Symbol.for("effect/internal/fiberRuntime/YieldedOp");
var yieldedOpChannel = /* @__PURE__ */ globalValue("effect/internal/fiberRuntime/yieldedOpChannel", () => ({
  currentOp: null
}));
var contOpSuccess = {
  [OP_ON_SUCCESS]: (_, cont, value3) => {
    return internalCall(() => cont.effect_instruction_i1(value3));
  },
  ["OnStep"]: (_, _cont, value3) => {
    return exitSucceed(exitSucceed(value3));
  },
  [OP_ON_SUCCESS_AND_FAILURE]: (_, cont, value3) => {
    return internalCall(() => cont.effect_instruction_i2(value3));
  },
  [OP_REVERT_FLAGS]: (self, cont, value3) => {
    self.patchRuntimeFlags(self.currentRuntimeFlags, cont.patch);
    if (interruptible(self.currentRuntimeFlags) && self.isInterrupted()) {
      return exitFailCause(self.getInterruptedCause());
    } else {
      return exitSucceed(value3);
    }
  },
  [OP_WHILE]: (self, cont, value3) => {
    internalCall(() => cont.effect_instruction_i2(value3));
    if (internalCall(() => cont.effect_instruction_i0())) {
      self.pushStack(cont);
      return internalCall(() => cont.effect_instruction_i1());
    } else {
      return void_;
    }
  },
  [OP_ITERATOR]: (self, cont, value3) => {
    while (true) {
      const state = internalCall(() => cont.effect_instruction_i0.next(value3));
      if (state.done) {
        return exitSucceed(state.value);
      }
      const primitive = yieldWrapGet(state.value);
      if (!exitIsExit(primitive)) {
        self.pushStack(cont);
        return primitive;
      } else if (primitive._tag === "Failure") {
        return primitive;
      }
      value3 = primitive.value;
    }
  }
};
var drainQueueWhileRunningTable = {
  [OP_INTERRUPT_SIGNAL]: (self, runtimeFlags2, cur, message2) => {
    self.processNewInterruptSignal(message2.cause);
    return interruptible(runtimeFlags2) ? exitFailCause(message2.cause) : cur;
  },
  [OP_RESUME]: (_self, _runtimeFlags, _cur, _message) => {
    throw new Error("It is illegal to have multiple concurrent run loops in a single fiber");
  },
  [OP_STATEFUL]: (self, runtimeFlags2, cur, message2) => {
    message2.onFiber(self, running2(runtimeFlags2));
    return cur;
  },
  [OP_YIELD_NOW]: (_self, _runtimeFlags, cur, _message) => {
    return flatMap7(yieldNow(), () => cur);
  }
};
var runBlockedRequests = (self) => forEachSequentialDiscard(flatten2(self), (requestsByRequestResolver) => forEachConcurrentDiscard(sequentialCollectionToChunk(requestsByRequestResolver), ([dataSource, sequential4]) => {
  const map15 = /* @__PURE__ */ new Map();
  const arr = [];
  for (const block of sequential4) {
    arr.push(toReadonlyArray(block));
    for (const entry2 of block) {
      map15.set(entry2.request, entry2);
    }
  }
  const flat = arr.flat();
  return fiberRefLocally(invokeWithInterrupt(dataSource.runAll(arr), flat, () => flat.forEach((entry2) => {
    entry2.listeners.interrupted = true;
  })), currentRequestMap, map15);
}, false, false));
var _version = /* @__PURE__ */ getCurrentVersion();
var FiberRuntime = class extends Class2 {
  [FiberTypeId] = fiberVariance2;
  [RuntimeFiberTypeId] = runtimeFiberVariance;
  _fiberRefs;
  _fiberId;
  _queue = /* @__PURE__ */ new Array();
  _children = null;
  _observers = /* @__PURE__ */ new Array();
  _running = false;
  _stack = [];
  _asyncInterruptor = null;
  _asyncBlockingOn = null;
  _exitValue = null;
  _steps = [];
  _isYielding = false;
  currentRuntimeFlags;
  currentOpCount = 0;
  currentSupervisor;
  currentScheduler;
  currentTracer;
  currentSpan;
  currentContext;
  currentDefaultServices;
  constructor(fiberId2, fiberRefs0, runtimeFlags0) {
    super();
    this.currentRuntimeFlags = runtimeFlags0;
    this._fiberId = fiberId2;
    this._fiberRefs = fiberRefs0;
    if (runtimeMetrics(runtimeFlags0)) {
      const tags = this.getFiberRef(currentMetricLabels);
      fiberStarted.unsafeUpdate(1, tags);
      fiberActive.unsafeUpdate(1, tags);
    }
    this.refreshRefCache();
  }
  commit() {
    return join2(this);
  }
  /**
   * The identity of the fiber.
   */
  id() {
    return this._fiberId;
  }
  /**
   * Begins execution of the effect associated with this fiber on in the
   * background. This can be called to "kick off" execution of a fiber after
   * it has been created.
   */
  resume(effect2) {
    this.tell(resume(effect2));
  }
  /**
   * The status of the fiber.
   */
  get status() {
    return this.ask((_, status2) => status2);
  }
  /**
   * Gets the fiber runtime flags.
   */
  get runtimeFlags() {
    return this.ask((state, status2) => {
      if (isDone2(status2)) {
        return state.currentRuntimeFlags;
      }
      return status2.runtimeFlags;
    });
  }
  /**
   * Returns the current `FiberScope` for the fiber.
   */
  scope() {
    return unsafeMake5(this);
  }
  /**
   * Retrieves the immediate children of the fiber.
   */
  get children() {
    return this.ask((fiber) => Array.from(fiber.getChildren()));
  }
  /**
   * Gets the fiber's set of children.
   */
  getChildren() {
    if (this._children === null) {
      this._children = /* @__PURE__ */ new Set();
    }
    return this._children;
  }
  /**
   * Retrieves the interrupted cause of the fiber, which will be `Cause.empty`
   * if the fiber has not been interrupted.
   *
   * **NOTE**: This method is safe to invoke on any fiber, but if not invoked
   * on this fiber, then values derived from the fiber's state (including the
   * log annotations and log level) may not be up-to-date.
   */
  getInterruptedCause() {
    return this.getFiberRef(currentInterruptedCause);
  }
  /**
   * Retrieves the whole set of fiber refs.
   */
  fiberRefs() {
    return this.ask((fiber) => fiber.getFiberRefs());
  }
  /**
   * Returns an effect that will contain information computed from the fiber
   * state and status while running on the fiber.
   *
   * This allows the outside world to interact safely with mutable fiber state
   * without locks or immutable data.
   */
  ask(f2) {
    return suspend(() => {
      const deferred = deferredUnsafeMake(this._fiberId);
      this.tell(stateful((fiber, status2) => {
        deferredUnsafeDone(deferred, sync(() => f2(fiber, status2)));
      }));
      return deferredAwait(deferred);
    });
  }
  /**
   * Adds a message to be processed by the fiber on the fiber.
   */
  tell(message2) {
    this._queue.push(message2);
    if (!this._running) {
      this._running = true;
      this.drainQueueLaterOnExecutor();
    }
  }
  get await() {
    return async_((resume2) => {
      const cb = (exit4) => resume2(succeed(exit4));
      if (this._exitValue !== null) {
        cb(this._exitValue);
        return;
      }
      this.tell(stateful((fiber, _) => {
        if (fiber._exitValue !== null) {
          cb(this._exitValue);
        } else {
          fiber.addObserver(cb);
        }
      }));
      return sync(() => this.tell(stateful((fiber, _) => {
        fiber.removeObserver(cb);
      })));
    }, this.id());
  }
  get inheritAll() {
    return withFiberRuntime((parentFiber, parentStatus) => {
      const parentFiberId = parentFiber.id();
      const parentFiberRefs = parentFiber.getFiberRefs();
      const parentRuntimeFlags = parentStatus.runtimeFlags;
      const childFiberRefs = this.getFiberRefs();
      const updatedFiberRefs = joinAs(parentFiberRefs, parentFiberId, childFiberRefs);
      parentFiber.setFiberRefs(updatedFiberRefs);
      const updatedRuntimeFlags = parentFiber.getFiberRef(currentRuntimeFlags);
      const patch9 = pipe(
        diff4(parentRuntimeFlags, updatedRuntimeFlags),
        // Do not inherit WindDown or Interruption!
        exclude2(Interruption),
        exclude2(WindDown)
      );
      return updateRuntimeFlags(patch9);
    });
  }
  /**
   * Tentatively observes the fiber, but returns immediately if it is not
   * already done.
   */
  get poll() {
    return sync(() => fromNullable(this._exitValue));
  }
  /**
   * Unsafely observes the fiber, but returns immediately if it is not
   * already done.
   */
  unsafePoll() {
    return this._exitValue;
  }
  /**
   * In the background, interrupts the fiber as if interrupted from the specified fiber.
   */
  interruptAsFork(fiberId2) {
    return sync(() => this.tell(interruptSignal(interrupt(fiberId2))));
  }
  /**
   * In the background, interrupts the fiber as if interrupted from the specified fiber.
   */
  unsafeInterruptAsFork(fiberId2) {
    this.tell(interruptSignal(interrupt(fiberId2)));
  }
  /**
   * Adds an observer to the list of observers.
   *
   * **NOTE**: This method must be invoked by the fiber itself.
   */
  addObserver(observer) {
    if (this._exitValue !== null) {
      observer(this._exitValue);
    } else {
      this._observers.push(observer);
    }
  }
  /**
   * Removes the specified observer from the list of observers that will be
   * notified when the fiber exits.
   *
   * **NOTE**: This method must be invoked by the fiber itself.
   */
  removeObserver(observer) {
    this._observers = this._observers.filter((o) => o !== observer);
  }
  /**
   * Retrieves all fiber refs of the fiber.
   *
   * **NOTE**: This method is safe to invoke on any fiber, but if not invoked
   * on this fiber, then values derived from the fiber's state (including the
   * log annotations and log level) may not be up-to-date.
   */
  getFiberRefs() {
    this.setFiberRef(currentRuntimeFlags, this.currentRuntimeFlags);
    return this._fiberRefs;
  }
  /**
   * Deletes the specified fiber ref.
   *
   * **NOTE**: This method must be invoked by the fiber itself.
   */
  unsafeDeleteFiberRef(fiberRef) {
    this._fiberRefs = delete_(this._fiberRefs, fiberRef);
  }
  /**
   * Retrieves the state of the fiber ref, or else its initial value.
   *
   * **NOTE**: This method is safe to invoke on any fiber, but if not invoked
   * on this fiber, then values derived from the fiber's state (including the
   * log annotations and log level) may not be up-to-date.
   */
  getFiberRef(fiberRef) {
    if (this._fiberRefs.locals.has(fiberRef)) {
      return this._fiberRefs.locals.get(fiberRef)[0][1];
    }
    return fiberRef.initial;
  }
  /**
   * Sets the fiber ref to the specified value.
   *
   * **NOTE**: This method must be invoked by the fiber itself.
   */
  setFiberRef(fiberRef, value3) {
    this._fiberRefs = updateAs(this._fiberRefs, {
      fiberId: this._fiberId,
      fiberRef,
      value: value3
    });
    this.refreshRefCache();
  }
  refreshRefCache() {
    this.currentDefaultServices = this.getFiberRef(currentServices);
    this.currentTracer = this.currentDefaultServices.unsafeMap.get(tracerTag.key);
    this.currentSupervisor = this.getFiberRef(currentSupervisor);
    this.currentScheduler = this.getFiberRef(currentScheduler);
    this.currentContext = this.getFiberRef(currentContext);
    this.currentSpan = this.currentContext.unsafeMap.get(spanTag.key);
  }
  /**
   * Wholesale replaces all fiber refs of this fiber.
   *
   * **NOTE**: This method must be invoked by the fiber itself.
   */
  setFiberRefs(fiberRefs3) {
    this._fiberRefs = fiberRefs3;
    this.refreshRefCache();
  }
  /**
   * Adds a reference to the specified fiber inside the children set.
   *
   * **NOTE**: This method must be invoked by the fiber itself.
   */
  addChild(child4) {
    this.getChildren().add(child4);
  }
  /**
   * Removes a reference to the specified fiber inside the children set.
   *
   * **NOTE**: This method must be invoked by the fiber itself.
   */
  removeChild(child4) {
    this.getChildren().delete(child4);
  }
  /**
   * Transfers all children of this fiber that are currently running to the
   * specified fiber scope.
   *
   * **NOTE**: This method must be invoked by the fiber itself after it has
   * evaluated the effects but prior to exiting.
   */
  transferChildren(scope3) {
    const children2 = this._children;
    this._children = null;
    if (children2 !== null && children2.size > 0) {
      for (const child4 of children2) {
        if (child4._exitValue === null) {
          scope3.add(this.currentRuntimeFlags, child4);
        }
      }
    }
  }
  /**
   * On the current thread, executes all messages in the fiber's inbox. This
   * method may return before all work is done, in the event the fiber executes
   * an asynchronous operation.
   *
   * **NOTE**: This method must be invoked by the fiber itself.
   */
  drainQueueOnCurrentThread() {
    let recurse = true;
    while (recurse) {
      let evaluationSignal = EvaluationSignalContinue;
      const prev = globalThis[currentFiberURI];
      globalThis[currentFiberURI] = this;
      try {
        while (evaluationSignal === EvaluationSignalContinue) {
          evaluationSignal = this._queue.length === 0 ? EvaluationSignalDone : this.evaluateMessageWhileSuspended(this._queue.splice(0, 1)[0]);
        }
      } finally {
        this._running = false;
        globalThis[currentFiberURI] = prev;
      }
      if (this._queue.length > 0 && !this._running) {
        this._running = true;
        if (evaluationSignal === EvaluationSignalYieldNow) {
          this.drainQueueLaterOnExecutor();
          recurse = false;
        } else {
          recurse = true;
        }
      } else {
        recurse = false;
      }
    }
  }
  /**
   * Schedules the execution of all messages in the fiber's inbox.
   *
   * This method will return immediately after the scheduling
   * operation is completed, but potentially before such messages have been
   * executed.
   *
   * **NOTE**: This method must be invoked by the fiber itself.
   */
  drainQueueLaterOnExecutor() {
    this.currentScheduler.scheduleTask(this.run, this.getFiberRef(currentSchedulingPriority), this);
  }
  /**
   * Drains the fiber's message queue while the fiber is actively running,
   * returning the next effect to execute, which may be the input effect if no
   * additional effect needs to be executed.
   *
   * **NOTE**: This method must be invoked by the fiber itself.
   */
  drainQueueWhileRunning(runtimeFlags2, cur0) {
    let cur = cur0;
    while (this._queue.length > 0) {
      const message2 = this._queue.splice(0, 1)[0];
      cur = drainQueueWhileRunningTable[message2._tag](this, runtimeFlags2, cur, message2);
    }
    return cur;
  }
  /**
   * Determines if the fiber is interrupted.
   *
   * **NOTE**: This method is safe to invoke on any fiber, but if not invoked
   * on this fiber, then values derived from the fiber's state (including the
   * log annotations and log level) may not be up-to-date.
   */
  isInterrupted() {
    return !isEmpty3(this.getFiberRef(currentInterruptedCause));
  }
  /**
   * Adds an interruptor to the set of interruptors that are interrupting this
   * fiber.
   *
   * **NOTE**: This method must be invoked by the fiber itself.
   */
  addInterruptedCause(cause2) {
    const oldSC = this.getFiberRef(currentInterruptedCause);
    this.setFiberRef(currentInterruptedCause, sequential(oldSC, cause2));
  }
  /**
   * Processes a new incoming interrupt signal.
   *
   * **NOTE**: This method must be invoked by the fiber itself.
   */
  processNewInterruptSignal(cause2) {
    this.addInterruptedCause(cause2);
    this.sendInterruptSignalToAllChildren();
  }
  /**
   * Interrupts all children of the current fiber, returning an effect that will
   * await the exit of the children. This method will return null if the fiber
   * has no children.
   *
   * **NOTE**: This method must be invoked by the fiber itself.
   */
  sendInterruptSignalToAllChildren() {
    if (this._children === null || this._children.size === 0) {
      return false;
    }
    let told2 = false;
    for (const child4 of this._children) {
      child4.tell(interruptSignal(interrupt(this.id())));
      told2 = true;
    }
    return told2;
  }
  /**
   * Interrupts all children of the current fiber, returning an effect that will
   * await the exit of the children. This method will return null if the fiber
   * has no children.
   *
   * **NOTE**: This method must be invoked by the fiber itself.
   */
  interruptAllChildren() {
    if (this.sendInterruptSignalToAllChildren()) {
      const it = this._children.values();
      this._children = null;
      let isDone3 = false;
      const body2 = () => {
        const next = it.next();
        if (!next.done) {
          return asVoid(next.value.await);
        } else {
          return sync(() => {
            isDone3 = true;
          });
        }
      };
      return whileLoop({
        while: () => !isDone3,
        body: body2,
        step: () => {
        }
      });
    }
    return null;
  }
  reportExitValue(exit4) {
    if (runtimeMetrics(this.currentRuntimeFlags)) {
      const tags = this.getFiberRef(currentMetricLabels);
      const startTimeMillis = this.id().startTimeMillis;
      const endTimeMillis = Date.now();
      fiberLifetimes.unsafeUpdate(endTimeMillis - startTimeMillis, tags);
      fiberActive.unsafeUpdate(-1, tags);
      switch (exit4._tag) {
        case OP_SUCCESS: {
          fiberSuccesses.unsafeUpdate(1, tags);
          break;
        }
        case OP_FAILURE: {
          fiberFailures.unsafeUpdate(1, tags);
          break;
        }
      }
    }
    if (exit4._tag === "Failure") {
      const level = this.getFiberRef(currentUnhandledErrorLogLevel);
      if (!isInterruptedOnly(exit4.cause) && level._tag === "Some") {
        this.log("Fiber terminated with an unhandled error", exit4.cause, level);
      }
    }
  }
  setExitValue(exit4) {
    this._exitValue = exit4;
    this.reportExitValue(exit4);
    for (let i = this._observers.length - 1; i >= 0; i--) {
      this._observers[i](exit4);
    }
    this._observers = [];
  }
  getLoggers() {
    return this.getFiberRef(currentLoggers);
  }
  log(message2, cause2, overrideLogLevel) {
    const logLevel = isSome2(overrideLogLevel) ? overrideLogLevel.value : this.getFiberRef(currentLogLevel);
    const minimumLogLevel = this.getFiberRef(currentMinimumLogLevel);
    if (greaterThan3(minimumLogLevel, logLevel)) {
      return;
    }
    const spans = this.getFiberRef(currentLogSpan);
    const annotations3 = this.getFiberRef(currentLogAnnotations);
    const loggers = this.getLoggers();
    const contextMap = this.getFiberRefs();
    if (size3(loggers) > 0) {
      const clockService = get2(this.getFiberRef(currentServices), clockTag);
      const date = new Date(clockService.unsafeCurrentTimeMillis());
      withRedactableContext(contextMap, () => {
        for (const logger of loggers) {
          logger.log({
            fiberId: this.id(),
            logLevel,
            message: message2,
            cause: cause2,
            context: contextMap,
            spans,
            annotations: annotations3,
            date
          });
        }
      });
    }
  }
  /**
   * Evaluates a single message on the current thread, while the fiber is
   * suspended. This method should only be called while evaluation of the
   * fiber's effect is suspended due to an asynchronous operation.
   *
   * **NOTE**: This method must be invoked by the fiber itself.
   */
  evaluateMessageWhileSuspended(message2) {
    switch (message2._tag) {
      case OP_YIELD_NOW: {
        return EvaluationSignalYieldNow;
      }
      case OP_INTERRUPT_SIGNAL: {
        this.processNewInterruptSignal(message2.cause);
        if (this._asyncInterruptor !== null) {
          this._asyncInterruptor(exitFailCause(message2.cause));
          this._asyncInterruptor = null;
        }
        return EvaluationSignalContinue;
      }
      case OP_RESUME: {
        this._asyncInterruptor = null;
        this._asyncBlockingOn = null;
        this.evaluateEffect(message2.effect);
        return EvaluationSignalContinue;
      }
      case OP_STATEFUL: {
        message2.onFiber(this, this._exitValue !== null ? done3 : suspended2(this.currentRuntimeFlags, this._asyncBlockingOn));
        return EvaluationSignalContinue;
      }
      default: {
        return absurd(message2);
      }
    }
  }
  /**
   * Evaluates an effect until completion, potentially asynchronously.
   *
   * **NOTE**: This method must be invoked by the fiber itself.
   */
  evaluateEffect(effect0) {
    this.currentSupervisor.onResume(this);
    try {
      let effect2 = interruptible(this.currentRuntimeFlags) && this.isInterrupted() ? exitFailCause(this.getInterruptedCause()) : effect0;
      while (effect2 !== null) {
        const eff = effect2;
        const exit4 = this.runLoop(eff);
        if (exit4 === YieldedOp) {
          const op = yieldedOpChannel.currentOp;
          yieldedOpChannel.currentOp = null;
          if (op._op === OP_YIELD) {
            if (cooperativeYielding(this.currentRuntimeFlags)) {
              this.tell(yieldNow3());
              this.tell(resume(exitVoid));
              effect2 = null;
            } else {
              effect2 = exitVoid;
            }
          } else if (op._op === OP_ASYNC) {
            effect2 = null;
          }
        } else {
          this.currentRuntimeFlags = pipe(this.currentRuntimeFlags, enable2(WindDown));
          const interruption2 = this.interruptAllChildren();
          if (interruption2 !== null) {
            effect2 = flatMap7(interruption2, () => exit4);
          } else {
            if (this._queue.length === 0) {
              this.setExitValue(exit4);
            } else {
              this.tell(resume(exit4));
            }
            effect2 = null;
          }
        }
      }
    } finally {
      this.currentSupervisor.onSuspend(this);
    }
  }
  /**
   * Begins execution of the effect associated with this fiber on the current
   * thread. This can be called to "kick off" execution of a fiber after it has
   * been created, in hopes that the effect can be executed synchronously.
   *
   * This is not the normal way of starting a fiber, but it is useful when the
   * express goal of executing the fiber is to synchronously produce its exit.
   */
  start(effect2) {
    if (!this._running) {
      this._running = true;
      const prev = globalThis[currentFiberURI];
      globalThis[currentFiberURI] = this;
      try {
        this.evaluateEffect(effect2);
      } finally {
        this._running = false;
        globalThis[currentFiberURI] = prev;
        if (this._queue.length > 0) {
          this.drainQueueLaterOnExecutor();
        }
      }
    } else {
      this.tell(resume(effect2));
    }
  }
  /**
   * Begins execution of the effect associated with this fiber on in the
   * background, and on the correct thread pool. This can be called to "kick
   * off" execution of a fiber after it has been created, in hopes that the
   * effect can be executed synchronously.
   */
  startFork(effect2) {
    this.tell(resume(effect2));
  }
  /**
   * Takes the current runtime flags, patches them to return the new runtime
   * flags, and then makes any changes necessary to fiber state based on the
   * specified patch.
   *
   * **NOTE**: This method must be invoked by the fiber itself.
   */
  patchRuntimeFlags(oldRuntimeFlags, patch9) {
    const newRuntimeFlags = patch4(oldRuntimeFlags, patch9);
    globalThis[currentFiberURI] = this;
    this.currentRuntimeFlags = newRuntimeFlags;
    return newRuntimeFlags;
  }
  /**
   * Initiates an asynchronous operation, by building a callback that will
   * resume execution, and then feeding that callback to the registration
   * function, handling error cases and repeated resumptions appropriately.
   *
   * **NOTE**: This method must be invoked by the fiber itself.
   */
  initiateAsync(runtimeFlags2, asyncRegister) {
    let alreadyCalled = false;
    const callback = (effect2) => {
      if (!alreadyCalled) {
        alreadyCalled = true;
        this.tell(resume(effect2));
      }
    };
    if (interruptible(runtimeFlags2)) {
      this._asyncInterruptor = callback;
    }
    try {
      asyncRegister(callback);
    } catch (e) {
      callback(failCause(die(e)));
    }
  }
  pushStack(cont) {
    this._stack.push(cont);
    if (cont._op === "OnStep") {
      this._steps.push({
        refs: this.getFiberRefs(),
        flags: this.currentRuntimeFlags
      });
    }
  }
  popStack() {
    const item = this._stack.pop();
    if (item) {
      if (item._op === "OnStep") {
        this._steps.pop();
      }
      return item;
    }
    return;
  }
  getNextSuccessCont() {
    let frame = this.popStack();
    while (frame) {
      if (frame._op !== OP_ON_FAILURE) {
        return frame;
      }
      frame = this.popStack();
    }
  }
  getNextFailCont() {
    let frame = this.popStack();
    while (frame) {
      if (frame._op !== OP_ON_SUCCESS && frame._op !== OP_WHILE && frame._op !== OP_ITERATOR) {
        return frame;
      }
      frame = this.popStack();
    }
  }
  [OP_TAG](op) {
    return sync(() => unsafeGet2(this.currentContext, op));
  }
  ["Left"](op) {
    return fail2(op.left);
  }
  ["None"](_) {
    return fail2(new NoSuchElementException());
  }
  ["Right"](op) {
    return exitSucceed(op.right);
  }
  ["Some"](op) {
    return exitSucceed(op.value);
  }
  ["Micro"](op) {
    return unsafeAsync((microResume) => {
      let resume2 = microResume;
      const fiber = runFork(provideContext2(op, this.currentContext));
      fiber.addObserver((exit4) => {
        if (exit4._tag === "Success") {
          return resume2(exitSucceed(exit4.value));
        }
        switch (exit4.cause._tag) {
          case "Interrupt": {
            return resume2(exitFailCause(interrupt(none4)));
          }
          case "Fail": {
            return resume2(fail2(exit4.cause.error));
          }
          case "Die": {
            return resume2(die2(exit4.cause.defect));
          }
        }
      });
      return unsafeAsync((abortResume) => {
        resume2 = (_) => {
          abortResume(void_);
        };
        fiber.unsafeInterrupt();
      });
    });
  }
  [OP_SYNC](op) {
    const value3 = internalCall(() => op.effect_instruction_i0());
    const cont = this.getNextSuccessCont();
    if (cont !== void 0) {
      if (!(cont._op in contOpSuccess)) {
        absurd(cont);
      }
      return contOpSuccess[cont._op](this, cont, value3);
    } else {
      yieldedOpChannel.currentOp = exitSucceed(value3);
      return YieldedOp;
    }
  }
  [OP_SUCCESS](op) {
    const oldCur = op;
    const cont = this.getNextSuccessCont();
    if (cont !== void 0) {
      if (!(cont._op in contOpSuccess)) {
        absurd(cont);
      }
      return contOpSuccess[cont._op](this, cont, oldCur.effect_instruction_i0);
    } else {
      yieldedOpChannel.currentOp = oldCur;
      return YieldedOp;
    }
  }
  [OP_FAILURE](op) {
    const cause2 = op.effect_instruction_i0;
    const cont = this.getNextFailCont();
    if (cont !== void 0) {
      switch (cont._op) {
        case OP_ON_FAILURE:
        case OP_ON_SUCCESS_AND_FAILURE: {
          if (!(interruptible(this.currentRuntimeFlags) && this.isInterrupted())) {
            return internalCall(() => cont.effect_instruction_i1(cause2));
          } else {
            return exitFailCause(stripFailures(cause2));
          }
        }
        case "OnStep": {
          if (!(interruptible(this.currentRuntimeFlags) && this.isInterrupted())) {
            return exitSucceed(exitFailCause(cause2));
          } else {
            return exitFailCause(stripFailures(cause2));
          }
        }
        case OP_REVERT_FLAGS: {
          this.patchRuntimeFlags(this.currentRuntimeFlags, cont.patch);
          if (interruptible(this.currentRuntimeFlags) && this.isInterrupted()) {
            return exitFailCause(sequential(cause2, this.getInterruptedCause()));
          } else {
            return exitFailCause(cause2);
          }
        }
        default: {
          absurd(cont);
        }
      }
    } else {
      yieldedOpChannel.currentOp = exitFailCause(cause2);
      return YieldedOp;
    }
  }
  [OP_WITH_RUNTIME](op) {
    return internalCall(() => op.effect_instruction_i0(this, running2(this.currentRuntimeFlags)));
  }
  ["Blocked"](op) {
    const refs = this.getFiberRefs();
    const flags2 = this.currentRuntimeFlags;
    if (this._steps.length > 0) {
      const frames = [];
      const snap = this._steps[this._steps.length - 1];
      let frame = this.popStack();
      while (frame && frame._op !== "OnStep") {
        frames.push(frame);
        frame = this.popStack();
      }
      this.setFiberRefs(snap.refs);
      this.currentRuntimeFlags = snap.flags;
      const patchRefs = diff6(snap.refs, refs);
      const patchFlags = diff4(snap.flags, flags2);
      return exitSucceed(blocked(op.effect_instruction_i0, withFiberRuntime((newFiber) => {
        while (frames.length > 0) {
          newFiber.pushStack(frames.pop());
        }
        newFiber.setFiberRefs(patch7(newFiber.id(), newFiber.getFiberRefs())(patchRefs));
        newFiber.currentRuntimeFlags = patch4(patchFlags)(newFiber.currentRuntimeFlags);
        return op.effect_instruction_i1;
      })));
    }
    return uninterruptibleMask((restore) => flatMap7(forkDaemon(runRequestBlock(op.effect_instruction_i0)), () => restore(op.effect_instruction_i1)));
  }
  ["RunBlocked"](op) {
    return runBlockedRequests(op.effect_instruction_i0);
  }
  [OP_UPDATE_RUNTIME_FLAGS](op) {
    const updateFlags = op.effect_instruction_i0;
    const oldRuntimeFlags = this.currentRuntimeFlags;
    const newRuntimeFlags = patch4(oldRuntimeFlags, updateFlags);
    if (interruptible(newRuntimeFlags) && this.isInterrupted()) {
      return exitFailCause(this.getInterruptedCause());
    } else {
      this.patchRuntimeFlags(this.currentRuntimeFlags, updateFlags);
      if (op.effect_instruction_i1) {
        const revertFlags = diff4(newRuntimeFlags, oldRuntimeFlags);
        this.pushStack(new RevertFlags(revertFlags, op));
        return internalCall(() => op.effect_instruction_i1(oldRuntimeFlags));
      } else {
        return exitVoid;
      }
    }
  }
  [OP_ON_SUCCESS](op) {
    this.pushStack(op);
    return op.effect_instruction_i0;
  }
  ["OnStep"](op) {
    this.pushStack(op);
    return op.effect_instruction_i0;
  }
  [OP_ON_FAILURE](op) {
    this.pushStack(op);
    return op.effect_instruction_i0;
  }
  [OP_ON_SUCCESS_AND_FAILURE](op) {
    this.pushStack(op);
    return op.effect_instruction_i0;
  }
  [OP_ASYNC](op) {
    this._asyncBlockingOn = op.effect_instruction_i1;
    this.initiateAsync(this.currentRuntimeFlags, op.effect_instruction_i0);
    yieldedOpChannel.currentOp = op;
    return YieldedOp;
  }
  [OP_YIELD](op) {
    this._isYielding = false;
    yieldedOpChannel.currentOp = op;
    return YieldedOp;
  }
  [OP_WHILE](op) {
    const check = op.effect_instruction_i0;
    const body2 = op.effect_instruction_i1;
    if (check()) {
      this.pushStack(op);
      return body2();
    } else {
      return exitVoid;
    }
  }
  [OP_ITERATOR](op) {
    return contOpSuccess[OP_ITERATOR](this, op, void 0);
  }
  [OP_COMMIT](op) {
    return internalCall(() => op.commit());
  }
  /**
   * The main run-loop for evaluating effects.
   *
   * **NOTE**: This method must be invoked by the fiber itself.
   */
  runLoop(effect0) {
    let cur = effect0;
    this.currentOpCount = 0;
    while (true) {
      if ((this.currentRuntimeFlags & OpSupervision) !== 0) {
        this.currentSupervisor.onEffect(this, cur);
      }
      if (this._queue.length > 0) {
        cur = this.drainQueueWhileRunning(this.currentRuntimeFlags, cur);
      }
      if (!this._isYielding) {
        this.currentOpCount += 1;
        const shouldYield = this.currentScheduler.shouldYield(this);
        if (shouldYield !== false) {
          this._isYielding = true;
          this.currentOpCount = 0;
          const oldCur = cur;
          cur = flatMap7(yieldNow({
            priority: shouldYield
          }), () => oldCur);
        }
      }
      try {
        cur = this.currentTracer.context(() => {
          if (_version !== cur[EffectTypeId2]._V) {
            const level = this.getFiberRef(currentVersionMismatchErrorLogLevel);
            if (level._tag === "Some") {
              const effectVersion = cur[EffectTypeId2]._V;
              this.log(`Executing an Effect versioned ${effectVersion} with a Runtime of version ${getCurrentVersion()}, you may want to dedupe the effect dependencies, you can use the language service plugin to detect this at compile time: https://github.com/Effect-TS/language-service`, empty9, level);
            }
          }
          return this[cur._op](cur);
        }, this);
        if (cur === YieldedOp) {
          const op = yieldedOpChannel.currentOp;
          if (op._op === OP_YIELD || op._op === OP_ASYNC) {
            return YieldedOp;
          }
          yieldedOpChannel.currentOp = null;
          return op._op === OP_SUCCESS || op._op === OP_FAILURE ? op : exitFailCause(die(op));
        }
      } catch (e) {
        if (cur !== YieldedOp && !hasProperty(cur, "_op") || !(cur._op in this)) {
          cur = dieMessage(`Not a valid effect: ${toStringUnknown(cur)}`);
        } else if (isInterruptedException(e)) {
          cur = exitFailCause(sequential(die(e), interrupt(none4)));
        } else {
          cur = die2(e);
        }
      }
    }
  }
  run = () => {
    this.drainQueueOnCurrentThread();
  };
};
var currentMinimumLogLevel = /* @__PURE__ */ globalValue("effect/FiberRef/currentMinimumLogLevel", () => fiberRefUnsafeMake(fromLiteral("Info")));
var loggerWithConsoleLog = (self) => makeLogger((opts) => {
  const services = getOrDefault2(opts.context, currentServices);
  get2(services, consoleTag).unsafe.log(self.log(opts));
});
var defaultLogger = /* @__PURE__ */ globalValue(/* @__PURE__ */ Symbol.for("effect/Logger/defaultLogger"), () => loggerWithConsoleLog(stringLogger));
var tracerLogger = /* @__PURE__ */ globalValue(/* @__PURE__ */ Symbol.for("effect/Logger/tracerLogger"), () => makeLogger(({
  annotations: annotations3,
  cause: cause2,
  context: context3,
  fiberId: fiberId2,
  logLevel,
  message: message2
}) => {
  const span2 = filterDisablePropagation(getOption2(getOrDefault(context3, currentContext), spanTag));
  if (span2._tag === "None" || span2.value._tag === "ExternalSpan") {
    return;
  }
  const clockService = unsafeGet2(getOrDefault(context3, currentServices), clockTag);
  const attributes = {};
  for (const [key3, value3] of annotations3) {
    attributes[key3] = value3;
  }
  attributes["effect.fiberId"] = threadName2(fiberId2);
  attributes["effect.logLevel"] = logLevel.label;
  if (cause2 !== null && cause2._tag !== "Empty") {
    attributes["effect.cause"] = pretty(cause2, {
      renderErrorCause: true
    });
  }
  span2.value.event(toStringUnknown(Array.isArray(message2) && message2.length === 1 ? message2[0] : message2), clockService.unsafeCurrentTimeNanos(), attributes);
}));
var currentLoggers = /* @__PURE__ */ globalValue(/* @__PURE__ */ Symbol.for("effect/FiberRef/currentLoggers"), () => fiberRefUnsafeMakeHashSet(make9(defaultLogger, tracerLogger)));
var acquireRelease = /* @__PURE__ */ dual((args2) => isEffect(args2[0]), (acquire, release2) => uninterruptible(tap(acquire, (a) => addFinalizer((exit4) => release2(a, exit4)))));
var addFinalizer = (finalizer) => withFiberRuntime((runtime5) => {
  const acquireRefs = runtime5.getFiberRefs();
  const acquireFlags = disable2(runtime5.currentRuntimeFlags, Interruption);
  return flatMap7(scope, (scope3) => scopeAddFinalizerExit(scope3, (exit4) => withFiberRuntime((runtimeFinalizer) => {
    const preRefs = runtimeFinalizer.getFiberRefs();
    const preFlags = runtimeFinalizer.currentRuntimeFlags;
    const interruptedCause = runtimeFinalizer.getFiberRef(currentInterruptedCause);
    const patchRefs = diff6(preRefs, acquireRefs);
    const patchFlags = diff4(preFlags, acquireFlags);
    const inverseRefs = diff6(acquireRefs, preRefs);
    runtimeFinalizer.setFiberRefs(patch7(patchRefs, runtimeFinalizer.id(), acquireRefs));
    runtimeFinalizer.setFiberRef(currentInterruptedCause, interruptedCause);
    return ensuring(withRuntimeFlags(finalizer(exit4), patchFlags), sync(() => {
      runtimeFinalizer.setFiberRefs(patch7(inverseRefs, runtimeFinalizer.id(), runtimeFinalizer.getFiberRefs()));
    }));
  })));
});
var allResolveInput = (input) => {
  if (Array.isArray(input) || isIterable(input)) {
    return [input, none2()];
  }
  const keys5 = Object.keys(input);
  const size8 = keys5.length;
  return [keys5.map((k) => input[k]), some2((values4) => {
    const res = {};
    for (let i = 0; i < size8; i++) {
      ;
      res[keys5[i]] = values4[i];
    }
    return res;
  })];
};
var allValidate = (effects, reconcile, options2) => {
  const eitherEffects = [];
  for (const effect2 of effects) {
    eitherEffects.push(either2(effect2));
  }
  return flatMap7(forEach7(eitherEffects, identity, {
    concurrency: options2?.concurrency,
    batching: options2?.batching,
    concurrentFinalizers: options2?.concurrentFinalizers
  }), (eithers) => {
    const none11 = none2();
    const size8 = eithers.length;
    const errors = new Array(size8);
    const successes = new Array(size8);
    let errored = false;
    for (let i = 0; i < size8; i++) {
      const either5 = eithers[i];
      if (either5._tag === "Left") {
        errors[i] = some2(either5.left);
        errored = true;
      } else {
        successes[i] = either5.right;
        errors[i] = none11;
      }
    }
    if (errored) {
      return reconcile._tag === "Some" ? fail2(reconcile.value(errors)) : fail2(errors);
    } else if (options2?.discard) {
      return void_;
    }
    return reconcile._tag === "Some" ? succeed(reconcile.value(successes)) : succeed(successes);
  });
};
var allEither = (effects, reconcile, options2) => {
  const eitherEffects = [];
  for (const effect2 of effects) {
    eitherEffects.push(either2(effect2));
  }
  if (options2?.discard) {
    return forEach7(eitherEffects, identity, {
      concurrency: options2?.concurrency,
      batching: options2?.batching,
      discard: true,
      concurrentFinalizers: options2?.concurrentFinalizers
    });
  }
  return map9(forEach7(eitherEffects, identity, {
    concurrency: options2?.concurrency,
    batching: options2?.batching,
    concurrentFinalizers: options2?.concurrentFinalizers
  }), (eithers) => reconcile._tag === "Some" ? reconcile.value(eithers) : eithers);
};
var all3 = (arg, options2) => {
  const [effects, reconcile] = allResolveInput(arg);
  if (options2?.mode === "validate") {
    return allValidate(effects, reconcile, options2);
  } else if (options2?.mode === "either") {
    return allEither(effects, reconcile, options2);
  }
  return options2?.discard !== true && reconcile._tag === "Some" ? map9(forEach7(effects, identity, options2), reconcile.value) : forEach7(effects, identity, options2);
};
var forEach7 = /* @__PURE__ */ dual((args2) => isIterable(args2[0]), (self, f2, options2) => withFiberRuntime((r) => {
  const isRequestBatchingEnabled = options2?.batching === true || options2?.batching === "inherit" && r.getFiberRef(currentRequestBatching);
  if (options2?.discard) {
    return match7(options2.concurrency, () => finalizersMaskInternal(sequential3, options2?.concurrentFinalizers)((restore) => isRequestBatchingEnabled ? forEachConcurrentDiscard(self, (a, i) => restore(f2(a, i)), true, false, 1) : forEachSequentialDiscard(self, (a, i) => restore(f2(a, i)))), () => finalizersMaskInternal(parallel3, options2?.concurrentFinalizers)((restore) => forEachConcurrentDiscard(self, (a, i) => restore(f2(a, i)), isRequestBatchingEnabled, false)), (n2) => finalizersMaskInternal(parallelN2(n2), options2?.concurrentFinalizers)((restore) => forEachConcurrentDiscard(self, (a, i) => restore(f2(a, i)), isRequestBatchingEnabled, false, n2)));
  }
  return match7(options2?.concurrency, () => finalizersMaskInternal(sequential3, options2?.concurrentFinalizers)((restore) => isRequestBatchingEnabled ? forEachParN(self, 1, (a, i) => restore(f2(a, i)), true) : forEachSequential(self, (a, i) => restore(f2(a, i)))), () => finalizersMaskInternal(parallel3, options2?.concurrentFinalizers)((restore) => forEachParUnbounded(self, (a, i) => restore(f2(a, i)), isRequestBatchingEnabled)), (n2) => finalizersMaskInternal(parallelN2(n2), options2?.concurrentFinalizers)((restore) => forEachParN(self, n2, (a, i) => restore(f2(a, i)), isRequestBatchingEnabled)));
}));
var forEachParUnbounded = (self, f2, batching) => suspend(() => {
  const as5 = fromIterable(self);
  const array4 = new Array(as5.length);
  const fn2 = (a, i) => flatMap7(f2(a, i), (b) => sync(() => array4[i] = b));
  return zipRight(forEachConcurrentDiscard(as5, fn2, batching, false), succeed(array4));
});
var forEachConcurrentDiscard = (self, f2, batching, processAll, n2) => uninterruptibleMask((restore) => transplant((graft) => withFiberRuntime((parent) => {
  let todos = Array.from(self).reverse();
  let target = todos.length;
  if (target === 0) {
    return void_;
  }
  let counter6 = 0;
  let interrupted2 = false;
  const fibersCount = n2 ? Math.min(todos.length, n2) : todos.length;
  const fibers = /* @__PURE__ */ new Set();
  const results = new Array();
  const interruptAll2 = () => fibers.forEach((fiber) => {
    fiber.currentScheduler.scheduleTask(() => {
      fiber.unsafeInterruptAsFork(parent.id());
    }, 0, fiber);
  });
  const startOrder = new Array();
  const joinOrder = new Array();
  const residual = new Array();
  const collectExits = () => {
    const exits = results.filter(({
      exit: exit4
    }) => exit4._tag === "Failure").sort((a, b) => a.index < b.index ? -1 : a.index === b.index ? 0 : 1).map(({
      exit: exit4
    }) => exit4);
    if (exits.length === 0) {
      exits.push(exitVoid);
    }
    return exits;
  };
  const runFiber = (eff, interruptImmediately = false) => {
    const runnable = uninterruptible(graft(eff));
    const fiber = unsafeForkUnstarted(runnable, parent, parent.currentRuntimeFlags, globalScope);
    parent.currentScheduler.scheduleTask(() => {
      if (interruptImmediately) {
        fiber.unsafeInterruptAsFork(parent.id());
      }
      fiber.resume(runnable);
    }, 0, fiber);
    return fiber;
  };
  const onInterruptSignal = () => {
    if (!processAll) {
      target -= todos.length;
      todos = [];
    }
    interrupted2 = true;
    interruptAll2();
  };
  const stepOrExit = batching ? step2 : exit;
  const processingFiber = runFiber(async_((resume2) => {
    const pushResult = (res, index) => {
      if (res._op === "Blocked") {
        residual.push(res);
      } else {
        results.push({
          index,
          exit: res
        });
        if (res._op === "Failure" && !interrupted2) {
          onInterruptSignal();
        }
      }
    };
    const next = () => {
      if (todos.length > 0) {
        const a = todos.pop();
        let index = counter6++;
        const returnNextElement = () => {
          const a2 = todos.pop();
          index = counter6++;
          return flatMap7(yieldNow(), () => flatMap7(stepOrExit(restore(f2(a2, index))), onRes));
        };
        const onRes = (res) => {
          if (todos.length > 0) {
            pushResult(res, index);
            if (todos.length > 0) {
              return returnNextElement();
            }
          }
          return succeed(res);
        };
        const todo = flatMap7(stepOrExit(restore(f2(a, index))), onRes);
        const fiber = runFiber(todo);
        startOrder.push(fiber);
        fibers.add(fiber);
        if (interrupted2) {
          fiber.currentScheduler.scheduleTask(() => {
            fiber.unsafeInterruptAsFork(parent.id());
          }, 0, fiber);
        }
        fiber.addObserver((wrapped) => {
          let exit4;
          if (wrapped._op === "Failure") {
            exit4 = wrapped;
          } else {
            exit4 = wrapped.effect_instruction_i0;
          }
          joinOrder.push(fiber);
          fibers.delete(fiber);
          pushResult(exit4, index);
          if (results.length === target) {
            resume2(succeed(getOrElse3(exitCollectAll(collectExits(), {
              parallel: true
            }), () => exitVoid)));
          } else if (residual.length + results.length === target) {
            const exits = collectExits();
            const requests = residual.map((blocked2) => blocked2.effect_instruction_i0).reduce(par);
            resume2(succeed(blocked(requests, forEachConcurrentDiscard([getOrElse3(exitCollectAll(exits, {
              parallel: true
            }), () => exitVoid), ...residual.map((blocked2) => blocked2.effect_instruction_i1)], (i) => i, batching, true, n2))));
          } else {
            next();
          }
        });
      }
    };
    for (let i = 0; i < fibersCount; i++) {
      next();
    }
  }));
  return asVoid(onExit(flatten3(restore(join2(processingFiber))), exitMatch({
    onFailure: (cause2) => {
      onInterruptSignal();
      const target2 = residual.length + 1;
      const concurrency = Math.min(typeof n2 === "number" ? n2 : residual.length, residual.length);
      const toPop = Array.from(residual);
      return async_((cb) => {
        const exits = [];
        let count = 0;
        let index = 0;
        const check = (index2, hitNext) => (exit4) => {
          exits[index2] = exit4;
          count++;
          if (count === target2) {
            cb(exitSucceed(exitFailCause(cause2)));
          }
          if (toPop.length > 0 && hitNext) {
            next();
          }
        };
        const next = () => {
          runFiber(toPop.pop(), true).addObserver(check(index, true));
          index++;
        };
        processingFiber.addObserver(check(index, false));
        index++;
        for (let i = 0; i < concurrency; i++) {
          next();
        }
      });
    },
    onSuccess: () => forEachSequential(joinOrder, (f3) => f3.inheritAll)
  })));
})));
var forEachParN = (self, n2, f2, batching) => suspend(() => {
  const as5 = fromIterable(self);
  const array4 = new Array(as5.length);
  const fn2 = (a, i) => map9(f2(a, i), (b) => array4[i] = b);
  return zipRight(forEachConcurrentDiscard(as5, fn2, batching, false, n2), succeed(array4));
});
var forkDaemon = (self) => forkWithScopeOverride(self, globalScope);
var unsafeFork2 = (effect2, parentFiber, parentRuntimeFlags, overrideScope = null) => {
  const childFiber = unsafeMakeChildFiber(effect2, parentFiber, parentRuntimeFlags, overrideScope);
  childFiber.resume(effect2);
  return childFiber;
};
var unsafeForkUnstarted = (effect2, parentFiber, parentRuntimeFlags, overrideScope = null) => {
  const childFiber = unsafeMakeChildFiber(effect2, parentFiber, parentRuntimeFlags, overrideScope);
  return childFiber;
};
var unsafeMakeChildFiber = (effect2, parentFiber, parentRuntimeFlags, overrideScope = null) => {
  const childId = unsafeMake2();
  const parentFiberRefs = parentFiber.getFiberRefs();
  const childFiberRefs = forkAs(parentFiberRefs, childId);
  const childFiber = new FiberRuntime(childId, childFiberRefs, parentRuntimeFlags);
  const childContext = getOrDefault(childFiberRefs, currentContext);
  const supervisor = childFiber.currentSupervisor;
  supervisor.onStart(childContext, effect2, some2(parentFiber), childFiber);
  childFiber.addObserver((exit4) => supervisor.onEnd(exit4, childFiber));
  const parentScope = overrideScope !== null ? overrideScope : pipe(parentFiber.getFiberRef(currentForkScopeOverride), getOrElse3(() => parentFiber.scope()));
  parentScope.add(parentRuntimeFlags, childFiber);
  return childFiber;
};
var forkWithScopeOverride = (self, scopeOverride) => withFiberRuntime((parentFiber, parentStatus) => succeed(unsafeFork2(self, parentFiber, parentStatus.runtimeFlags, scopeOverride)));
var parallelFinalizers = (self) => contextWithEffect((context3) => match2(getOption2(context3, scopeTag), {
  onNone: () => self,
  onSome: (scope3) => {
    switch (scope3.strategy._tag) {
      case "Parallel":
        return self;
      case "Sequential":
      case "ParallelN":
        return flatMap7(scopeFork(scope3, parallel3), (inner) => scopeExtend(self, inner));
    }
  }
}));
var parallelNFinalizers = (parallelism) => (self) => contextWithEffect((context3) => match2(getOption2(context3, scopeTag), {
  onNone: () => self,
  onSome: (scope3) => {
    if (scope3.strategy._tag === "ParallelN" && scope3.strategy.parallelism === parallelism) {
      return self;
    }
    return flatMap7(scopeFork(scope3, parallelN2(parallelism)), (inner) => scopeExtend(self, inner));
  }
}));
var finalizersMaskInternal = (strategy, concurrentFinalizers) => (self) => contextWithEffect((context3) => match2(getOption2(context3, scopeTag), {
  onNone: () => self(identity),
  onSome: (scope3) => {
    if (concurrentFinalizers === true) {
      const patch9 = strategy._tag === "Parallel" ? parallelFinalizers : strategy._tag === "Sequential" ? sequentialFinalizers : parallelNFinalizers(strategy.parallelism);
      switch (scope3.strategy._tag) {
        case "Parallel":
          return patch9(self(parallelFinalizers));
        case "Sequential":
          return patch9(self(sequentialFinalizers));
        case "ParallelN":
          return patch9(self(parallelNFinalizers(scope3.strategy.parallelism)));
      }
    } else {
      return self(identity);
    }
  }
}));
var scopeWith = (f2) => flatMap7(scopeTag, f2);
var scopedEffect = (effect2) => flatMap7(scopeMake(), (scope3) => scopeUse(effect2, scope3));
var sequentialFinalizers = (self) => contextWithEffect((context3) => match2(getOption2(context3, scopeTag), {
  onNone: () => self,
  onSome: (scope3) => {
    switch (scope3.strategy._tag) {
      case "Sequential":
        return self;
      case "Parallel":
      case "ParallelN":
        return flatMap7(scopeFork(scope3, sequential3), (inner) => scopeExtend(self, inner));
    }
  }
}));
var zipLeftOptions = /* @__PURE__ */ dual((args2) => isEffect(args2[1]), (self, that, options2) => {
  if (options2?.concurrent !== true && (options2?.batching === void 0 || options2.batching === false)) {
    return zipLeft(self, that);
  }
  return zipWithOptions(self, that, (a, _) => a, options2);
});
var zipRightOptions = /* @__PURE__ */ dual((args2) => isEffect(args2[1]), (self, that, options2) => {
  if (options2?.concurrent !== true && (options2?.batching === void 0 || options2.batching === false)) {
    return zipRight(self, that);
  }
  return zipWithOptions(self, that, (_, b) => b, options2);
});
var zipWithOptions = /* @__PURE__ */ dual((args2) => isEffect(args2[1]), (self, that, f2, options2) => map9(all3([self, that], {
  concurrency: options2?.concurrent ? 2 : 1,
  batching: options2?.batching,
  concurrentFinalizers: options2?.concurrentFinalizers
}), ([a, a2]) => f2(a, a2)));
var scopeTag = /* @__PURE__ */ GenericTag("effect/Scope");
var scope = scopeTag;
var scopeUnsafeAddFinalizer = (scope3, fin) => {
  if (scope3.state._tag === "Open") {
    scope3.state.finalizers.set({}, fin);
  }
};
var ScopeImplProto = {
  [ScopeTypeId]: ScopeTypeId,
  [CloseableScopeTypeId]: CloseableScopeTypeId,
  pipe() {
    return pipeArguments(this, arguments);
  },
  fork(strategy) {
    return sync(() => {
      const newScope = scopeUnsafeMake(strategy);
      if (this.state._tag === "Closed") {
        newScope.state = this.state;
        return newScope;
      }
      const key3 = {};
      const fin = (exit4) => newScope.close(exit4);
      this.state.finalizers.set(key3, fin);
      scopeUnsafeAddFinalizer(newScope, (_) => sync(() => {
        if (this.state._tag === "Open") {
          this.state.finalizers.delete(key3);
        }
      }));
      return newScope;
    });
  },
  close(exit4) {
    return suspend(() => {
      if (this.state._tag === "Closed") {
        return void_;
      }
      const finalizers = Array.from(this.state.finalizers.values()).reverse();
      this.state = {
        _tag: "Closed",
        exit: exit4
      };
      if (finalizers.length === 0) {
        return void_;
      }
      return isSequential(this.strategy) ? pipe(forEachSequential(finalizers, (fin) => exit(fin(exit4))), flatMap7((results) => pipe(exitCollectAll(results), map2(exitAsVoid), getOrElse3(() => exitVoid)))) : isParallel(this.strategy) ? pipe(forEachParUnbounded(finalizers, (fin) => exit(fin(exit4)), false), flatMap7((results) => pipe(exitCollectAll(results, {
        parallel: true
      }), map2(exitAsVoid), getOrElse3(() => exitVoid)))) : pipe(forEachParN(finalizers, this.strategy.parallelism, (fin) => exit(fin(exit4)), false), flatMap7((results) => pipe(exitCollectAll(results, {
        parallel: true
      }), map2(exitAsVoid), getOrElse3(() => exitVoid))));
    });
  },
  addFinalizer(fin) {
    return suspend(() => {
      if (this.state._tag === "Closed") {
        return fin(this.state.exit);
      }
      this.state.finalizers.set({}, fin);
      return void_;
    });
  }
};
var scopeUnsafeMake = (strategy = sequential2) => {
  const scope3 = Object.create(ScopeImplProto);
  scope3.strategy = strategy;
  scope3.state = {
    _tag: "Open",
    finalizers: /* @__PURE__ */ new Map()
  };
  return scope3;
};
var scopeMake = (strategy = sequential2) => sync(() => scopeUnsafeMake(strategy));
var scopeExtend = /* @__PURE__ */ dual(2, (effect2, scope3) => mapInputContext(
  effect2,
  // @ts-expect-error
  merge2(make2(scopeTag, scope3))
));
var scopeUse = /* @__PURE__ */ dual(2, (effect2, scope3) => pipe(effect2, scopeExtend(scope3), onExit((exit4) => scope3.close(exit4))));
var fiberRefUnsafeMakeSupervisor = (initial) => fiberRefUnsafeMakePatch(initial, {
  differ: differ2,
  fork: empty23
});
var currentRuntimeFlags = /* @__PURE__ */ fiberRefUnsafeMakeRuntimeFlags(none5);
var currentSupervisor = /* @__PURE__ */ fiberRefUnsafeMakeSupervisor(none7);
var raceWith = /* @__PURE__ */ dual(3, (self, other, options2) => raceFibersWith(self, other, {
  onSelfWin: (winner, loser) => flatMap7(winner.await, (exit4) => {
    switch (exit4._tag) {
      case OP_SUCCESS: {
        return flatMap7(winner.inheritAll, () => options2.onSelfDone(exit4, loser));
      }
      case OP_FAILURE: {
        return options2.onSelfDone(exit4, loser);
      }
    }
  }),
  onOtherWin: (winner, loser) => flatMap7(winner.await, (exit4) => {
    switch (exit4._tag) {
      case OP_SUCCESS: {
        return flatMap7(winner.inheritAll, () => options2.onOtherDone(exit4, loser));
      }
      case OP_FAILURE: {
        return options2.onOtherDone(exit4, loser);
      }
    }
  })
}));
var race = /* @__PURE__ */ dual(2, (self, that) => fiberIdWith((parentFiberId) => raceWith(self, that, {
  onSelfDone: (exit4, right3) => exitMatchEffect(exit4, {
    onFailure: (cause2) => pipe(join2(right3), mapErrorCause((cause22) => parallel(cause2, cause22))),
    onSuccess: (value3) => pipe(right3, interruptAsFiber(parentFiberId), as(value3))
  }),
  onOtherDone: (exit4, left3) => exitMatchEffect(exit4, {
    onFailure: (cause2) => pipe(join2(left3), mapErrorCause((cause22) => parallel(cause22, cause2))),
    onSuccess: (value3) => pipe(left3, interruptAsFiber(parentFiberId), as(value3))
  })
})));
var raceFibersWith = /* @__PURE__ */ dual(3, (self, other, options2) => withFiberRuntime((parentFiber, parentStatus) => {
  const parentRuntimeFlags = parentStatus.runtimeFlags;
  const raceIndicator = make11(true);
  const leftFiber = unsafeMakeChildFiber(self, parentFiber, parentRuntimeFlags, options2.selfScope);
  const rightFiber = unsafeMakeChildFiber(other, parentFiber, parentRuntimeFlags, options2.otherScope);
  return async_((cb) => {
    leftFiber.addObserver(() => completeRace(leftFiber, rightFiber, options2.onSelfWin, raceIndicator, cb));
    rightFiber.addObserver(() => completeRace(rightFiber, leftFiber, options2.onOtherWin, raceIndicator, cb));
    leftFiber.startFork(self);
    rightFiber.startFork(other);
  }, combine3(leftFiber.id(), rightFiber.id()));
}));
var completeRace = (winner, loser, cont, ab, cb) => {
  if (compareAndSet(true, false)(ab)) {
    cb(cont(winner, loser));
  }
};
var ensuring = /* @__PURE__ */ dual(2, (self, finalizer) => uninterruptibleMask((restore) => matchCauseEffect(restore(self), {
  onFailure: (cause1) => matchCauseEffect(finalizer, {
    onFailure: (cause2) => failCause(sequential(cause1, cause2)),
    onSuccess: () => failCause(cause1)
  }),
  onSuccess: (a) => as(finalizer, a)
})));
var invokeWithInterrupt = (self, entries2, onInterrupt3) => fiberIdWith((id2) => ensuring(flatMap7(forkDaemon(interruptible2(self)), (processing) => async_((cb) => {
  const counts = entries2.map((_) => _.listeners.count);
  const checkDone = () => {
    if (counts.every((count) => count === 0)) {
      if (entries2.every((_) => {
        if (_.result.state.current._tag === "Pending") {
          return true;
        } else if (_.result.state.current._tag === "Done" && exitIsExit(_.result.state.current.effect) && _.result.state.current.effect._tag === "Failure" && isInterrupted(_.result.state.current.effect.cause)) {
          return true;
        } else {
          return false;
        }
      })) {
        cleanup.forEach((f2) => f2());
        onInterrupt3?.();
        cb(interruptFiber(processing));
      }
    }
  };
  processing.addObserver((exit4) => {
    cleanup.forEach((f2) => f2());
    cb(exit4);
  });
  const cleanup = entries2.map((r, i) => {
    const observer = (count) => {
      counts[i] = count;
      checkDone();
    };
    r.listeners.addObserver(observer);
    return () => r.listeners.removeObserver(observer);
  });
  checkDone();
  return sync(() => {
    cleanup.forEach((f2) => f2());
  });
})), suspend(() => {
  const residual = entries2.flatMap((entry2) => {
    if (!entry2.state.completed) {
      return [entry2];
    }
    return [];
  });
  return forEachSequentialDiscard(residual, (entry2) => complete(entry2.request, exitInterrupt(id2)));
})));

// ../../node_modules/.pnpm/effect@3.22.4/node_modules/effect/dist/esm/Cause.js
var fail4 = fail;
var die3 = die;
var isFailType2 = isFailType;
var isInterruptedOnly2 = isInterruptedOnly;
var failureOrCause2 = failureOrCause;
var squash = causeSquash;
var reduceWithContext3 = reduceWithContext;
var IllegalArgumentException2 = IllegalArgumentException;
var pretty2 = pretty;

// ../../node_modules/.pnpm/effect@3.22.4/node_modules/effect/dist/esm/Scope.js
var close = scopeClose;
var extend2 = scopeExtend;
var fork = scopeFork;

// ../../node_modules/.pnpm/effect@3.22.4/node_modules/effect/dist/esm/internal/effect/circular.js
var Semaphore = class {
  permits;
  waiters = /* @__PURE__ */ new Set();
  taken = 0;
  constructor(permits) {
    this.permits = permits;
  }
  get free() {
    return this.permits - this.taken;
  }
  take = (n2) => asyncInterrupt((resume2) => {
    if (this.free < n2) {
      const observer = () => {
        if (this.free < n2) return;
        this.waiters.delete(observer);
        resume2(suspend(() => {
          if (this.free < n2) return this.take(n2);
          this.taken += n2;
          return succeed(n2);
        }));
      };
      this.waiters.add(observer);
      return sync(() => {
        this.waiters.delete(observer);
      });
    }
    resume2(suspend(() => {
      if (this.free < n2) return this.take(n2);
      this.taken += n2;
      return succeed(n2);
    }));
  });
  updateTakenUnsafe(fiber, f2) {
    this.taken = f2(this.taken);
    if (this.waiters.size > 0) {
      fiber.getFiberRef(currentScheduler).scheduleTask(() => {
        const iter = this.waiters.values();
        let item = iter.next();
        while (item.done === false && this.free > 0) {
          item.value();
          item = iter.next();
        }
      }, fiber.getFiberRef(currentSchedulingPriority), fiber);
    }
    return succeed(this.free);
  }
  updateTaken(f2) {
    return withFiberRuntime((fiber) => this.updateTakenUnsafe(fiber, f2));
  }
  resize = (permits) => asVoid(withFiberRuntime((fiber) => {
    this.permits = permits;
    if (this.free < 0) {
      return void_;
    }
    return this.updateTakenUnsafe(fiber, (taken) => taken);
  }));
  release = (n2) => this.updateTaken((taken) => taken - n2);
  releaseAll = /* @__PURE__ */ this.updateTaken((_) => 0);
  withPermits = (n2) => (self) => uninterruptibleMask((restore) => flatMap7(restore(this.take(n2)), (permits) => ensuring(restore(self), this.release(permits))));
  withPermitsIfAvailable = (n2) => (self) => uninterruptibleMask((restore) => suspend(() => {
    if (this.free < n2) {
      return succeedNone;
    }
    this.taken += n2;
    return ensuring(restore(asSome(self)), this.release(n2));
  }));
};
var unsafeMakeSemaphore = (permits) => new Semaphore(permits);
var makeSemaphore = (permits) => sync(() => unsafeMakeSemaphore(permits));
var forkIn = /* @__PURE__ */ dual(2, (self, scope3) => withFiberRuntime((parent, parentStatus) => {
  const scopeImpl = scope3;
  const fiber = unsafeFork2(self, parent, parentStatus.runtimeFlags, globalScope);
  if (scopeImpl.state._tag === "Open") {
    const finalizer = () => fiberIdWith((fiberId2) => equals(fiberId2, fiber.id()) ? void_ : asVoid(interruptFiber(fiber)));
    const key3 = {};
    scopeImpl.state.finalizers.set(key3, finalizer);
    fiber.addObserver(() => {
      if (scopeImpl.state._tag === "Closed") return;
      scopeImpl.state.finalizers.delete(key3);
    });
  } else {
    fiber.unsafeInterruptAsFork(parent.id());
  }
  return succeed(fiber);
}));
var forkScoped = (self) => scopeWith((scope3) => forkIn(self, scope3));
var memoKeySymbol = /* @__PURE__ */ Symbol.for("effect/Effect/memoizeFunction.key");
var Key = class {
  a;
  eq;
  [memoKeySymbol] = memoKeySymbol;
  constructor(a, eq) {
    this.a = a;
    this.eq = eq;
  }
  [symbol2](that) {
    if (hasProperty(that, memoKeySymbol)) {
      if (this.eq) {
        return this.eq(this.a, that.a);
      } else {
        return equals(this.a, that.a);
      }
    }
    return false;
  }
  [symbol]() {
    return this.eq ? 0 : cached(this, hash(this.a));
  }
};
var raceFirst = /* @__PURE__ */ dual(2, (self, that) => pipe(exit(self), race(exit(that)), (effect2) => flatten3(effect2)));
var timeout = /* @__PURE__ */ dual(2, (self, duration) => timeoutFail(self, {
  onTimeout: () => timeoutExceptionFromDuration(duration),
  duration
}));
var timeoutFail = /* @__PURE__ */ dual(2, (self, {
  duration,
  onTimeout
}) => flatten3(timeoutTo(self, {
  onTimeout: () => failSync(onTimeout),
  onSuccess: succeed,
  duration
})));
var timeoutTo = /* @__PURE__ */ dual(2, (self, {
  duration,
  onSuccess,
  onTimeout
}) => fiberIdWith((parentFiberId) => uninterruptibleMask((restore) => raceFibersWith(exit(restore(self)), interruptible2(sleep3(duration)), {
  onSelfWin: (winner, loser) => flatMap7(winner.await, (exit4) => {
    const selfExit = exitFlatten(exit4);
    if (selfExit._tag === "Success") {
      return flatMap7(winner.inheritAll, () => as(interruptAsFiber(loser, parentFiberId), onSuccess(selfExit.value)));
    } else {
      return flatMap7(interruptAsFiber(loser, parentFiberId), () => exitFailCause(selfExit.cause));
    }
  }),
  onOtherWin: (winner, loser) => flatMap7(winner.await, (exit4) => {
    if (exit4._tag === "Success") {
      return flatMap7(winner.inheritAll, () => as(interruptAsFiber(loser, parentFiberId), onTimeout()));
    } else {
      return flatMap7(interruptAsFiber(loser, parentFiberId), () => exitFailCause(exit4.cause));
    }
  }),
  otherScope: globalScope
}))));
var SynchronizedSymbolKey = "effect/Ref/SynchronizedRef";
var SynchronizedTypeId = /* @__PURE__ */ Symbol.for(SynchronizedSymbolKey);
var synchronizedVariance = {
  /* c8 ignore next */
  _A: (_) => _
};
var SynchronizedImpl = class extends Class2 {
  ref;
  withLock;
  [SynchronizedTypeId] = synchronizedVariance;
  [RefTypeId] = refVariance;
  [TypeId10] = TypeId10;
  constructor(ref, withLock) {
    super();
    this.ref = ref;
    this.withLock = withLock;
    this.get = get10(this.ref);
  }
  get;
  commit() {
    return this.get;
  }
  modify(f2) {
    return this.modifyEffect((a) => succeed(f2(a)));
  }
  modifyEffect(f2) {
    return this.withLock(pipe(flatMap7(get10(this.ref), f2), flatMap7(([b, a]) => as(set4(this.ref, a), b))));
  }
};
var makeSynchronized = (value3) => sync(() => unsafeMakeSynchronized(value3));
var unsafeMakeSynchronized = (value3) => {
  const ref = unsafeMake4(value3);
  const sem = unsafeMakeSemaphore(1);
  return new SynchronizedImpl(ref, sem.withPermits(1));
};

// ../../node_modules/.pnpm/effect@3.22.4/node_modules/effect/dist/esm/internal/managedRuntime/circular.js
var TypeId13 = /* @__PURE__ */ Symbol.for("effect/ManagedRuntime");

// ../../node_modules/.pnpm/effect@3.22.4/node_modules/effect/dist/esm/internal/opCodes/layer.js
var OP_FOLD = "Fold";
var OP_FRESH = "Fresh";
var OP_FROM_EFFECT = "FromEffect";
var OP_SCOPED = "Scoped";
var OP_SUSPEND = "Suspend";
var OP_PROVIDE = "Provide";
var OP_PROVIDE_MERGE = "ProvideMerge";
var OP_MERGE_ALL = "MergeAll";
var OP_ZIP_WITH2 = "ZipWith";

// ../../node_modules/.pnpm/effect@3.22.4/node_modules/effect/dist/esm/Fiber.js
var _await2 = _await;
var interruptAs = interruptAsFiber;
var interruptAllAs2 = interruptAllAs;

// ../../node_modules/.pnpm/effect@3.22.4/node_modules/effect/dist/esm/internal/runtime.js
var makeDual = (f2) => function() {
  if (arguments.length === 1) {
    const runtime5 = arguments[0];
    return (effect2, ...args2) => f2(runtime5, effect2, ...args2);
  }
  return f2.apply(this, arguments);
};
var unsafeFork3 = /* @__PURE__ */ makeDual((runtime5, self, options2) => {
  const fiberId2 = unsafeMake2();
  const fiberRefUpdates = [[currentContext, [[fiberId2, runtime5.context]]]];
  if (options2?.scheduler) {
    fiberRefUpdates.push([currentScheduler, [[fiberId2, options2.scheduler]]]);
  }
  let fiberRefs3 = updateManyAs2(runtime5.fiberRefs, {
    entries: fiberRefUpdates,
    forkAs: fiberId2
  });
  if (options2?.updateRefs) {
    fiberRefs3 = options2.updateRefs(fiberRefs3, fiberId2);
  }
  const fiberRuntime = new FiberRuntime(fiberId2, fiberRefs3, runtime5.runtimeFlags);
  let effect2 = self;
  if (options2?.scope) {
    effect2 = flatMap7(fork(options2.scope, sequential2), (closeableScope) => zipRight(scopeAddFinalizer(closeableScope, fiberIdWith((id2) => equals(id2, fiberRuntime.id()) ? void_ : interruptAsFiber(fiberRuntime, id2))), onExit(self, (exit4) => close(closeableScope, exit4))));
  }
  const supervisor = fiberRuntime.currentSupervisor;
  if (supervisor !== none7) {
    supervisor.onStart(runtime5.context, effect2, none2(), fiberRuntime);
    fiberRuntime.addObserver((exit4) => supervisor.onEnd(exit4, fiberRuntime));
  }
  globalScope.add(runtime5.runtimeFlags, fiberRuntime);
  if (options2?.immediate === false) {
    fiberRuntime.resume(effect2);
  } else {
    fiberRuntime.start(effect2);
  }
  return fiberRuntime;
});
var unsafeRunCallback = /* @__PURE__ */ makeDual((runtime5, effect2, options2 = {}) => {
  const fiberRuntime = unsafeFork3(runtime5, effect2, options2);
  if (options2.onExit) {
    fiberRuntime.addObserver((exit4) => {
      options2.onExit(exit4);
    });
  }
  return (id2, cancelOptions) => unsafeRunCallback(runtime5)(pipe(fiberRuntime, interruptAs(id2 ?? none4)), {
    ...cancelOptions,
    onExit: cancelOptions?.onExit ? (exit4) => cancelOptions.onExit(flatten5(exit4)) : void 0
  });
});
var unsafeRunSync = /* @__PURE__ */ makeDual((runtime5, effect2) => {
  const result2 = unsafeRunSyncExit(runtime5)(effect2);
  if (result2._tag === "Failure") {
    throw fiberFailure(result2.effect_instruction_i0);
  }
  return result2.effect_instruction_i0;
});
var AsyncFiberExceptionImpl = class extends Error {
  fiber;
  _tag = "AsyncFiberException";
  constructor(fiber) {
    super(`Fiber #${fiber.id().id} cannot be resolved synchronously. This is caused by using runSync on an effect that performs async work`);
    this.fiber = fiber;
    this.name = this._tag;
    this.stack = this.message;
  }
};
var asyncFiberException = (fiber) => {
  const limit2 = getStackTraceLimit();
  setStackTraceLimit(0);
  const error = new AsyncFiberExceptionImpl(fiber);
  setStackTraceLimit(limit2);
  return error;
};
var FiberFailureId = /* @__PURE__ */ Symbol.for("effect/Runtime/FiberFailure");
var FiberFailureCauseId = /* @__PURE__ */ Symbol.for("effect/Runtime/FiberFailure/Cause");
var FiberFailureImpl = class extends Error {
  [FiberFailureId];
  [FiberFailureCauseId];
  constructor(cause2) {
    const head4 = prettyErrors(cause2)[0];
    super(head4?.message || "An error has occurred");
    this[FiberFailureId] = FiberFailureId;
    this[FiberFailureCauseId] = cause2;
    this.name = head4 ? `(FiberFailure) ${head4.name}` : "FiberFailure";
    if (head4?.stack) {
      this.stack = head4.stack;
    }
  }
  toJSON() {
    return {
      _id: "FiberFailure",
      cause: this[FiberFailureCauseId].toJSON()
    };
  }
  toString() {
    return "(FiberFailure) " + pretty(this[FiberFailureCauseId], {
      renderErrorCause: true
    });
  }
  [NodeInspectSymbol]() {
    return this.toString();
  }
};
var fiberFailure = (cause2) => {
  const limit2 = getStackTraceLimit();
  setStackTraceLimit(0);
  const error = new FiberFailureImpl(cause2);
  setStackTraceLimit(limit2);
  return error;
};
var fastPath = (effect2) => {
  const op = effect2;
  switch (op._op) {
    case "Failure":
    case "Success": {
      return op;
    }
    case "Left": {
      return exitFail(op.left);
    }
    case "Right": {
      return exitSucceed(op.right);
    }
    case "Some": {
      return exitSucceed(op.value);
    }
    case "None": {
      return exitFail(new NoSuchElementException());
    }
  }
};
var unsafeRunSyncExit = /* @__PURE__ */ makeDual((runtime5, effect2) => {
  const op = fastPath(effect2);
  if (op) {
    return op;
  }
  const scheduler = new SyncScheduler();
  const fiberRuntime = unsafeFork3(runtime5)(effect2, {
    scheduler
  });
  scheduler.flush();
  const result2 = fiberRuntime.unsafePoll();
  if (result2) {
    return result2;
  }
  return exitDie(capture(asyncFiberException(fiberRuntime), currentSpanFromFiber(fiberRuntime)));
});
var unsafeRunPromise = /* @__PURE__ */ makeDual((runtime5, effect2, options2) => unsafeRunPromiseExit(runtime5, effect2, options2).then((result2) => {
  switch (result2._tag) {
    case OP_SUCCESS: {
      return result2.effect_instruction_i0;
    }
    case OP_FAILURE: {
      throw fiberFailure(result2.effect_instruction_i0);
    }
  }
}));
var unsafeRunPromiseExit = /* @__PURE__ */ makeDual((runtime5, effect2, options2) => new Promise((resolve) => {
  const op = fastPath(effect2);
  if (op) {
    resolve(op);
  }
  const fiber = unsafeFork3(runtime5)(effect2);
  fiber.addObserver((exit4) => {
    resolve(exit4);
  });
  if (options2?.signal !== void 0) {
    if (options2.signal.aborted) {
      fiber.unsafeInterruptAsFork(fiber.id());
    } else {
      const signal = options2.signal;
      const onAbort = () => {
        fiber.unsafeInterruptAsFork(fiber.id());
      };
      signal.addEventListener("abort", onAbort, {
        once: true
      });
      fiber.addObserver(() => {
        signal.removeEventListener("abort", onAbort);
      });
    }
  }
}));
var RuntimeImpl = class {
  context;
  runtimeFlags;
  fiberRefs;
  constructor(context3, runtimeFlags2, fiberRefs3) {
    this.context = context3;
    this.runtimeFlags = runtimeFlags2;
    this.fiberRefs = fiberRefs3;
  }
  pipe() {
    return pipeArguments(this, arguments);
  }
};
var make33 = (options2) => new RuntimeImpl(options2.context, options2.runtimeFlags, options2.fiberRefs);
var runtime2 = () => withFiberRuntime((state, status2) => succeed(new RuntimeImpl(state.getFiberRef(currentContext), status2.runtimeFlags, state.getFiberRefs())));
var defaultRuntimeFlags = /* @__PURE__ */ make17(Interruption, CooperativeYielding, RuntimeMetrics);
var defaultRuntime = /* @__PURE__ */ make33({
  context: /* @__PURE__ */ empty2(),
  runtimeFlags: defaultRuntimeFlags,
  fiberRefs: /* @__PURE__ */ empty18()
});
var unsafeForkEffect = /* @__PURE__ */ unsafeFork3(defaultRuntime);
var unsafeRunPromiseEffect = /* @__PURE__ */ unsafeRunPromise(defaultRuntime);
var unsafeRunPromiseExitEffect = /* @__PURE__ */ unsafeRunPromiseExit(defaultRuntime);
var unsafeRunSyncEffect = /* @__PURE__ */ unsafeRunSync(defaultRuntime);
var unsafeRunSyncExitEffect = /* @__PURE__ */ unsafeRunSyncExit(defaultRuntime);

// ../../node_modules/.pnpm/effect@3.22.4/node_modules/effect/dist/esm/internal/synchronizedRef.js
var modifyEffect = /* @__PURE__ */ dual(2, (self, f2) => self.modifyEffect(f2));

// ../../node_modules/.pnpm/effect@3.22.4/node_modules/effect/dist/esm/internal/layer.js
var LayerSymbolKey = "effect/Layer";
var LayerTypeId = /* @__PURE__ */ Symbol.for(LayerSymbolKey);
var layerVariance = {
  /* c8 ignore next */
  _RIn: (_) => _,
  /* c8 ignore next */
  _E: (_) => _,
  /* c8 ignore next */
  _ROut: (_) => _
};
var proto3 = {
  [LayerTypeId]: layerVariance,
  pipe() {
    return pipeArguments(this, arguments);
  }
};
var MemoMapTypeIdKey = "effect/Layer/MemoMap";
var MemoMapTypeId = /* @__PURE__ */ Symbol.for(MemoMapTypeIdKey);
var CurrentMemoMap = /* @__PURE__ */ Reference2()("effect/Layer/CurrentMemoMap", {
  defaultValue: () => unsafeMakeMemoMap()
});
var isFresh = (self) => {
  return self._op_layer === OP_FRESH;
};
var MemoMapImpl = class {
  ref;
  [MemoMapTypeId];
  constructor(ref) {
    this.ref = ref;
    this[MemoMapTypeId] = MemoMapTypeId;
  }
  /**
   * Checks the memo map to see if a layer exists. If it is, immediately
   * returns it. Otherwise, obtains the layer, stores it in the memo map,
   * and adds a finalizer to the `Scope`.
   */
  getOrElseMemoize(layer29, scope3) {
    return pipe(modifyEffect(this.ref, (map15) => {
      const inMap = map15.get(layer29);
      if (inMap !== void 0) {
        const [acquire, release2] = inMap;
        const cached3 = pipe(acquire, flatMap7(([patch9, b]) => pipe(patchFiberRefs(patch9), as(b))), onExit(exitMatch({
          onFailure: () => void_,
          onSuccess: () => scopeAddFinalizerExit(scope3, release2)
        })));
        return succeed([cached3, map15]);
      }
      return pipe(make24(0), flatMap7((observers) => pipe(deferredMake(), flatMap7((deferred) => pipe(make24(() => void_), map9((finalizerRef) => {
        const resource = uninterruptibleMask((restore) => pipe(scopeMake(), flatMap7((innerScope) => pipe(restore(flatMap7(makeBuilder(layer29, innerScope, true), (f2) => diffFiberRefs(f2(this)))), exit, flatMap7((exit4) => {
          switch (exit4._tag) {
            case OP_FAILURE: {
              return pipe(deferredFailCause(deferred, exit4.effect_instruction_i0), zipRight(scopeClose(innerScope, exit4)), zipRight(failCause(exit4.effect_instruction_i0)));
            }
            case OP_SUCCESS: {
              return pipe(set4(finalizerRef, (exit5) => pipe(scopeClose(innerScope, exit5), whenEffect(modify3(observers, (n2) => [n2 === 1, n2 - 1])), asVoid)), zipRight(update2(observers, (n2) => n2 + 1)), zipRight(scopeAddFinalizerExit(scope3, (exit5) => pipe(sync(() => map15.delete(layer29)), zipRight(get10(finalizerRef)), flatMap7((finalizer) => finalizer(exit5))))), zipRight(deferredSucceed(deferred, exit4.effect_instruction_i0)), as(exit4.effect_instruction_i0[1]));
            }
          }
        })))));
        const memoized = [pipe(deferredAwait(deferred), onExit(exitMatchEffect({
          onFailure: () => void_,
          onSuccess: () => update2(observers, (n2) => n2 + 1)
        }))), (exit4) => pipe(get10(finalizerRef), flatMap7((finalizer) => finalizer(exit4)))];
        return [resource, isFresh(layer29) ? map15 : map15.set(layer29, memoized)];
      }))))));
    }), flatten3);
  }
};
var makeMemoMap = /* @__PURE__ */ suspend(() => map9(makeSynchronized(/* @__PURE__ */ new Map()), (ref) => new MemoMapImpl(ref)));
var unsafeMakeMemoMap = () => new MemoMapImpl(unsafeMakeSynchronized(/* @__PURE__ */ new Map()));
var buildWithScope = /* @__PURE__ */ dual(2, (self, scope3) => flatMap7(makeMemoMap, (memoMap) => buildWithMemoMap(self, memoMap, scope3)));
var buildWithMemoMap = /* @__PURE__ */ dual(3, (self, memoMap, scope3) => flatMap7(makeBuilder(self, scope3), (run3) => provideService(run3(memoMap), CurrentMemoMap, memoMap)));
var makeBuilder = (self, scope3, inMemoMap = false) => {
  const op = self;
  switch (op._op_layer) {
    case "Locally": {
      return sync(() => (memoMap) => op.f(memoMap.getOrElseMemoize(op.self, scope3)));
    }
    case "ExtendScope": {
      return sync(() => (memoMap) => scopeWith((scope4) => memoMap.getOrElseMemoize(op.layer, scope4)));
    }
    case "Fold": {
      return sync(() => (memoMap) => pipe(memoMap.getOrElseMemoize(op.layer, scope3), matchCauseEffect({
        onFailure: (cause2) => memoMap.getOrElseMemoize(op.failureK(cause2), scope3),
        onSuccess: (value3) => memoMap.getOrElseMemoize(op.successK(value3), scope3)
      })));
    }
    case "Fresh": {
      return sync(() => (_) => pipe(op.layer, buildWithScope(scope3)));
    }
    case "FromEffect": {
      return inMemoMap ? sync(() => (_) => op.effect) : sync(() => (memoMap) => memoMap.getOrElseMemoize(self, scope3));
    }
    case "Provide": {
      return sync(() => (memoMap) => pipe(memoMap.getOrElseMemoize(op.first, scope3), flatMap7((env) => pipe(memoMap.getOrElseMemoize(op.second, scope3), provideContext(env)))));
    }
    case "Scoped": {
      return inMemoMap ? sync(() => (_) => scopeExtend(op.effect, scope3)) : sync(() => (memoMap) => memoMap.getOrElseMemoize(self, scope3));
    }
    case "Suspend": {
      return sync(() => (memoMap) => memoMap.getOrElseMemoize(op.evaluate(), scope3));
    }
    case "ProvideMerge": {
      return sync(() => (memoMap) => pipe(memoMap.getOrElseMemoize(op.first, scope3), zipWith3(memoMap.getOrElseMemoize(op.second, scope3), op.zipK)));
    }
    case "ZipWith": {
      return gen(function* () {
        const parallelScope = yield* scopeFork(scope3, parallel2);
        const firstScope = yield* scopeFork(parallelScope, sequential2);
        const secondScope = yield* scopeFork(parallelScope, sequential2);
        return (memoMap) => pipe(memoMap.getOrElseMemoize(op.first, firstScope), zipWithOptions(memoMap.getOrElseMemoize(op.second, secondScope), op.zipK, {
          concurrent: true
        }));
      });
    }
    case "MergeAll": {
      const layers = op.layers;
      return map9(scopeFork(scope3, parallel2), (parallelScope) => (memoMap) => {
        const contexts = new Array(layers.length);
        return map9(forEachConcurrentDiscard(layers, fnUntraced(function* (layer29, i) {
          const scope4 = yield* scopeFork(parallelScope, sequential2);
          const context3 = yield* memoMap.getOrElseMemoize(layer29, scope4);
          contexts[i] = context3;
        }), false, false), () => mergeAll2(...contexts));
      });
    }
  }
};
var catchAll2 = /* @__PURE__ */ dual(2, (self, onFailure) => match10(self, {
  onFailure,
  onSuccess: succeedContext
}));
var die4 = (defect) => failCause4(die3(defect));
var context2 = () => fromEffectContext(context());
var fail6 = (error) => failCause4(fail4(error));
var failCause4 = (cause2) => fromEffectContext(failCause(cause2));
var flatMap10 = /* @__PURE__ */ dual(2, (self, f2) => match10(self, {
  onFailure: fail6,
  onSuccess: f2
}));
var fromEffect3 = /* @__PURE__ */ dual(2, (a, b) => {
  const tagFirst = isTag2(a);
  const tag = tagFirst ? a : b;
  const effect2 = tagFirst ? b : a;
  return fromEffectContext(map9(effect2, (service2) => make2(tag, service2)));
});
var fromEffectDiscard = (effect2) => fromEffectContext(map9(effect2, () => empty2()));
function fromEffectContext(effect2) {
  const fromEffect4 = Object.create(proto3);
  fromEffect4._op_layer = OP_FROM_EFFECT;
  fromEffect4.effect = effect2;
  return fromEffect4;
}
var matchCause3 = /* @__PURE__ */ dual(2, (self, {
  onFailure,
  onSuccess
}) => {
  const fold = Object.create(proto3);
  fold._op_layer = OP_FOLD;
  fold.layer = self;
  fold.failureK = onFailure;
  fold.successK = onSuccess;
  return fold;
});
var match10 = /* @__PURE__ */ dual(2, (self, {
  onFailure,
  onSuccess
}) => matchCause3(self, {
  onFailure: (cause2) => {
    const failureOrCause3 = failureOrCause2(cause2);
    switch (failureOrCause3._tag) {
      case "Left": {
        return onFailure(failureOrCause3.left);
      }
      case "Right": {
        return failCause4(failureOrCause3.right);
      }
    }
  },
  onSuccess
}));
var merge5 = /* @__PURE__ */ dual(2, (self, that) => zipWith4(self, that, (a, b) => merge2(a, b)));
var mergeAll3 = (...layers) => {
  const mergeAll6 = Object.create(proto3);
  mergeAll6._op_layer = OP_MERGE_ALL;
  mergeAll6.layers = layers;
  return mergeAll6;
};
var orDie2 = (self) => catchAll2(self, (defect) => die4(defect));
var scoped = /* @__PURE__ */ dual(2, (a, b) => {
  const tagFirst = isTag2(a);
  const tag = tagFirst ? a : b;
  const effect2 = tagFirst ? b : a;
  return scopedContext(map9(effect2, (service2) => make2(tag, service2)));
});
var scopedDiscard = (effect2) => scopedContext(pipe(effect2, as(empty2())));
var scopedContext = (effect2) => {
  const scoped4 = Object.create(proto3);
  scoped4._op_layer = OP_SCOPED;
  scoped4.effect = effect2;
  return scoped4;
};
var succeed5 = /* @__PURE__ */ dual(2, (a, b) => {
  const tagFirst = isTag2(a);
  const tag = tagFirst ? a : b;
  const resource = tagFirst ? b : a;
  return fromEffectContext(succeed(make2(tag, resource)));
});
var succeedContext = (context3) => {
  return fromEffectContext(succeed(context3));
};
var empty25 = /* @__PURE__ */ succeedContext(/* @__PURE__ */ empty2());
var suspend3 = (evaluate2) => {
  const suspend5 = Object.create(proto3);
  suspend5._op_layer = OP_SUSPEND;
  suspend5.evaluate = evaluate2;
  return suspend5;
};
var toRuntimeWithMemoMap = /* @__PURE__ */ dual(2, (self, memoMap) => flatMap7(scopeWith((scope3) => buildWithMemoMap(self, memoMap, scope3)), (context3) => pipe(runtime2(), provideContext(context3))));
var provide = /* @__PURE__ */ dual(2, (self, that) => suspend3(() => {
  const provideTo = Object.create(proto3);
  provideTo._op_layer = OP_PROVIDE;
  provideTo.first = Object.create(proto3, {
    _op_layer: {
      value: OP_PROVIDE_MERGE,
      enumerable: true
    },
    first: {
      value: context2(),
      enumerable: true
    },
    second: {
      value: Array.isArray(that) ? mergeAll3(...that) : that
    },
    zipK: {
      value: (a, b) => pipe(a, merge2(b))
    }
  });
  provideTo.second = self;
  return provideTo;
}));
var provideMerge = /* @__PURE__ */ dual(2, (that, self) => {
  const zipWith6 = Object.create(proto3);
  zipWith6._op_layer = OP_PROVIDE_MERGE;
  zipWith6.first = self;
  zipWith6.second = provide(that, self);
  zipWith6.zipK = (a, b) => {
    return pipe(a, merge2(b));
  };
  return zipWith6;
});
var zipWith4 = /* @__PURE__ */ dual(3, (self, that, f2) => suspend3(() => {
  const zipWith6 = Object.create(proto3);
  zipWith6._op_layer = OP_ZIP_WITH2;
  zipWith6.first = self;
  zipWith6.second = that;
  zipWith6.zipK = f2;
  return zipWith6;
}));
var unwrapScoped = (self) => {
  const tag = GenericTag("effect/Layer/unwrapScoped/Layer.Layer<R1, E1, A>");
  return flatMap10(scoped(tag, self), (context3) => get2(context3, tag));
};

// ../../node_modules/.pnpm/effect@3.22.4/node_modules/effect/dist/esm/Data.js
var struct2 = struct;
var tagged2 = (tag) => (args2) => {
  const value3 = args2 === void 0 ? Object.create(StructuralPrototype) : struct2(args2);
  value3._tag = tag;
  return value3;
};
var Class3 = Structural;
var taggedEnum = () => new Proxy({}, {
  get(_target, tag, _receiver) {
    if (tag === "$is") {
      return isTagged;
    } else if (tag === "$match") {
      return taggedMatch;
    }
    return tagged2(tag);
  }
});
function taggedMatch() {
  if (arguments.length === 1) {
    const cases2 = arguments[0];
    return function(value4) {
      return cases2[value4._tag](value4);
    };
  }
  const value3 = arguments[0];
  const cases = arguments[1];
  return cases[value3._tag](value3);
}
var Error3 = /* @__PURE__ */ (function() {
  const plainArgsSymbol = /* @__PURE__ */ Symbol.for("effect/Data/Error/plainArgs");
  const O = {
    BaseEffectError: class extends YieldableError {
      constructor(args2) {
        super(args2?.message, args2?.cause ? {
          cause: args2.cause
        } : void 0);
        if (args2) {
          Object.assign(this, args2);
          Object.defineProperty(this, plainArgsSymbol, {
            value: args2,
            enumerable: false
          });
        }
      }
      toJSON() {
        return {
          ...this[plainArgsSymbol],
          ...this
        };
      }
    }
  };
  return O.BaseEffectError;
})();
var TaggedError = (tag) => {
  const O = {
    BaseEffectError: class extends Error3 {
      _tag = tag;
    }
  };
  O.BaseEffectError.prototype.name = tag;
  return O.BaseEffectError;
};

// ../../node_modules/.pnpm/effect@3.22.4/node_modules/effect/dist/esm/internal/dateTime.js
var TypeId14 = /* @__PURE__ */ Symbol.for("effect/DateTime");
var TimeZoneTypeId = /* @__PURE__ */ Symbol.for("effect/DateTime/TimeZone");
var Proto2 = {
  [TypeId14]: TypeId14,
  pipe() {
    return pipeArguments(this, arguments);
  },
  [NodeInspectSymbol]() {
    return this.toString();
  },
  toJSON() {
    return toDateUtc(this).toJSON();
  }
};
var ProtoUtc = {
  ...Proto2,
  _tag: "Utc",
  [symbol]() {
    return cached(this, number(this.epochMillis));
  },
  [symbol2](that) {
    return isDateTime(that) && that._tag === "Utc" && this.epochMillis === that.epochMillis;
  },
  toString() {
    return `DateTime.Utc(${toDateUtc(this).toJSON()})`;
  }
};
var ProtoZoned = {
  ...Proto2,
  _tag: "Zoned",
  [symbol]() {
    return pipe(number(this.epochMillis), combine(hash(this.zone)), cached(this));
  },
  [symbol2](that) {
    return isDateTime(that) && that._tag === "Zoned" && this.epochMillis === that.epochMillis && equals(this.zone, that.zone);
  },
  toString() {
    return `DateTime.Zoned(${formatIsoZoned(this)})`;
  }
};
var ProtoTimeZone = {
  [TimeZoneTypeId]: TimeZoneTypeId,
  [NodeInspectSymbol]() {
    return this.toString();
  }
};
var ProtoTimeZoneNamed = {
  ...ProtoTimeZone,
  _tag: "Named",
  [symbol]() {
    return cached(this, string(`Named:${this.id}`));
  },
  [symbol2](that) {
    return isTimeZone(that) && that._tag === "Named" && this.id === that.id;
  },
  toString() {
    return `TimeZone.Named(${this.id})`;
  },
  toJSON() {
    return {
      _id: "TimeZone",
      _tag: "Named",
      id: this.id
    };
  }
};
var ProtoTimeZoneOffset = {
  ...ProtoTimeZone,
  _tag: "Offset",
  [symbol]() {
    return cached(this, string(`Offset:${this.offset}`));
  },
  [symbol2](that) {
    return isTimeZone(that) && that._tag === "Offset" && this.offset === that.offset;
  },
  toString() {
    return `TimeZone.Offset(${offsetToString(this.offset)})`;
  },
  toJSON() {
    return {
      _id: "TimeZone",
      _tag: "Offset",
      offset: this.offset
    };
  }
};
var makeZonedProto = (epochMillis, zone, partsUtc) => {
  const self = Object.create(ProtoZoned);
  self.epochMillis = epochMillis;
  self.zone = zone;
  Object.defineProperty(self, "partsUtc", {
    value: partsUtc,
    enumerable: false,
    writable: true
  });
  Object.defineProperty(self, "adjustedEpochMillis", {
    value: void 0,
    enumerable: false,
    writable: true
  });
  Object.defineProperty(self, "partsAdjusted", {
    value: void 0,
    enumerable: false,
    writable: true
  });
  return self;
};
var isDateTime = (u) => hasProperty(u, TypeId14);
var isDateTimeArgs = (args2) => isDateTime(args2[0]);
var isTimeZone = (u) => hasProperty(u, TimeZoneTypeId);
var isUtc = (self) => self._tag === "Utc";
var Equivalence2 = /* @__PURE__ */ make3((a, b) => a.epochMillis === b.epochMillis);
var Order5 = /* @__PURE__ */ make4((self, that) => self.epochMillis < that.epochMillis ? -1 : self.epochMillis > that.epochMillis ? 1 : 0);
var makeUtc = (epochMillis) => {
  const self = Object.create(ProtoUtc);
  self.epochMillis = epochMillis;
  Object.defineProperty(self, "partsUtc", {
    value: void 0,
    enumerable: false,
    writable: true
  });
  return self;
};
var unsafeFromDate = (date) => {
  const epochMillis = date.getTime();
  if (Number.isNaN(epochMillis)) {
    throw new IllegalArgumentException2("Invalid date");
  }
  return makeUtc(epochMillis);
};
var unsafeMake7 = (input) => {
  if (isDateTime(input)) {
    return input;
  } else if (input instanceof Date) {
    return unsafeFromDate(input);
  } else if (typeof input === "object") {
    const date = /* @__PURE__ */ new Date(0);
    setPartsDate(date, input);
    return unsafeFromDate(date);
  } else if (typeof input === "string" && !hasZone(input)) {
    return unsafeFromDate(/* @__PURE__ */ new Date(input + "Z"));
  }
  return unsafeFromDate(new Date(input));
};
var hasZone = (input) => /Z|[+-]\d{2}$|[+-]\d{2}:?\d{2}$|\]$/.test(input);
var minEpochMillis = -864e13 + 12 * 60 * 60 * 1e3;
var maxEpochMillis = 864e13 - 14 * 60 * 60 * 1e3;
var make34 = /* @__PURE__ */ liftThrowable(unsafeMake7);
var now = /* @__PURE__ */ map9(currentTimeMillis2, makeUtc);
var toUtc = (self) => makeUtc(self.epochMillis);
var validZoneCache = /* @__PURE__ */ globalValue("effect/DateTime/validZoneCache", () => /* @__PURE__ */ new Map());
var formatOptions = {
  day: "numeric",
  month: "numeric",
  year: "numeric",
  hour: "numeric",
  minute: "numeric",
  second: "numeric",
  timeZoneName: "longOffset",
  fractionalSecondDigits: 3,
  hourCycle: "h23"
};
var zoneMakeIntl = (format5) => {
  const zoneId = format5.resolvedOptions().timeZone;
  if (validZoneCache.has(zoneId)) {
    return validZoneCache.get(zoneId);
  }
  const zone = Object.create(ProtoTimeZoneNamed);
  zone.id = zoneId;
  zone.format = format5;
  validZoneCache.set(zoneId, zone);
  return zone;
};
var zoneUnsafeMakeNamed = (zoneId) => {
  if (validZoneCache.has(zoneId)) {
    return validZoneCache.get(zoneId);
  }
  try {
    return zoneMakeIntl(new Intl.DateTimeFormat("en-US", {
      ...formatOptions,
      timeZone: zoneId
    }));
  } catch {
    throw new IllegalArgumentException2(`Invalid time zone: ${zoneId}`);
  }
};
var zoneMakeNamed = /* @__PURE__ */ liftThrowable(zoneUnsafeMakeNamed);
var greaterThanOrEqualTo3 = /* @__PURE__ */ greaterThanOrEqualTo(Order5);
var lessThanOrEqualTo3 = /* @__PURE__ */ lessThanOrEqualTo(Order5);
var toDateUtc = (self) => new Date(self.epochMillis);
var toDate = (self) => {
  if (self._tag === "Utc") {
    return new Date(self.epochMillis);
  } else if (self.zone._tag === "Offset") {
    return new Date(self.epochMillis + self.zone.offset);
  } else if (self.adjustedEpochMillis !== void 0) {
    return new Date(self.adjustedEpochMillis);
  }
  const parts2 = self.zone.format.formatToParts(self.epochMillis).filter((_) => _.type !== "literal");
  const date = /* @__PURE__ */ new Date(0);
  date.setUTCFullYear(Number(parts2[2].value), Number(parts2[0].value) - 1, Number(parts2[1].value));
  date.setUTCHours(Number(parts2[3].value), Number(parts2[4].value), Number(parts2[5].value), Number(parts2[6].value));
  self.adjustedEpochMillis = date.getTime();
  return date;
};
var zonedOffset = (self) => {
  const date = toDate(self);
  return date.getTime() - toEpochMillis(self);
};
var offsetToString = (offset) => {
  const abs = Math.abs(offset);
  let hours3 = Math.floor(abs / (60 * 60 * 1e3));
  let minutes2 = Math.round(abs % (60 * 60 * 1e3) / (60 * 1e3));
  if (minutes2 === 60) {
    hours3 += 1;
    minutes2 = 0;
  }
  return `${offset < 0 ? "-" : "+"}${String(hours3).padStart(2, "0")}:${String(minutes2).padStart(2, "0")}`;
};
var zonedOffsetIso = (self) => offsetToString(zonedOffset(self));
var toEpochMillis = (self) => self.epochMillis;
var dateToParts = (date) => ({
  millis: date.getUTCMilliseconds(),
  seconds: date.getUTCSeconds(),
  minutes: date.getUTCMinutes(),
  hours: date.getUTCHours(),
  day: date.getUTCDate(),
  weekDay: date.getUTCDay(),
  month: date.getUTCMonth() + 1,
  year: date.getUTCFullYear()
});
var toPartsUtc = (self) => {
  if (self.partsUtc !== void 0) {
    return self.partsUtc;
  }
  self.partsUtc = withDateUtc(self, dateToParts);
  return self.partsUtc;
};
var setPartsDate = (date, parts2) => {
  if (parts2.year !== void 0) {
    date.setUTCFullYear(parts2.year);
  }
  if (parts2.month !== void 0) {
    date.setUTCMonth(parts2.month - 1);
  }
  if (parts2.day !== void 0) {
    date.setUTCDate(parts2.day);
  }
  if (parts2.weekDay !== void 0) {
    const diff8 = parts2.weekDay - date.getUTCDay();
    date.setUTCDate(date.getUTCDate() + diff8);
  }
  if (parts2.hours !== void 0) {
    date.setUTCHours(parts2.hours);
  }
  if (parts2.minutes !== void 0) {
    date.setUTCMinutes(parts2.minutes);
  }
  if (parts2.seconds !== void 0) {
    date.setUTCSeconds(parts2.seconds);
  }
  if (parts2.millis !== void 0) {
    date.setUTCMilliseconds(parts2.millis);
  }
};
var constDayMillis = 24 * 60 * 60 * 1e3;
var makeZonedFromAdjusted = (adjustedMillis, zone, disambiguation) => {
  if (zone._tag === "Offset") {
    return makeZonedProto(adjustedMillis - zone.offset, zone);
  }
  const beforeOffset = calculateNamedOffset(adjustedMillis - constDayMillis, adjustedMillis, zone);
  const afterOffset = calculateNamedOffset(adjustedMillis + constDayMillis, adjustedMillis, zone);
  if (beforeOffset === afterOffset) {
    return makeZonedProto(adjustedMillis - beforeOffset, zone);
  }
  const isForwards = beforeOffset < afterOffset;
  const transitionMillis = beforeOffset - afterOffset;
  if (isForwards) {
    const currentAfterOffset = calculateNamedOffset(adjustedMillis - afterOffset, adjustedMillis, zone);
    if (currentAfterOffset === afterOffset) {
      return makeZonedProto(adjustedMillis - afterOffset, zone);
    }
    const before2 = makeZonedProto(adjustedMillis - beforeOffset, zone);
    const beforeAdjustedMillis = toDate(before2).getTime();
    if (adjustedMillis !== beforeAdjustedMillis) {
      switch (disambiguation) {
        case "reject": {
          const formatted = new Date(adjustedMillis).toISOString();
          throw new RangeError(`Gap time: ${formatted} does not exist in time zone ${zone.id}`);
        }
        case "earlier":
          return makeZonedProto(adjustedMillis - afterOffset, zone);
        case "compatible":
        case "later":
          return before2;
      }
    }
    return before2;
  }
  const currentBeforeOffset = calculateNamedOffset(adjustedMillis - beforeOffset, adjustedMillis, zone);
  if (currentBeforeOffset === beforeOffset) {
    if (disambiguation === "earlier" || disambiguation === "compatible") {
      return makeZonedProto(adjustedMillis - beforeOffset, zone);
    }
    const laterOffset = calculateNamedOffset(adjustedMillis - beforeOffset + transitionMillis, adjustedMillis + transitionMillis, zone);
    if (laterOffset === beforeOffset) {
      return makeZonedProto(adjustedMillis - beforeOffset, zone);
    }
    if (disambiguation === "reject") {
      const formatted = new Date(adjustedMillis).toISOString();
      throw new RangeError(`Ambiguous time: ${formatted} occurs twice in time zone ${zone.id}`);
    }
  }
  return makeZonedProto(adjustedMillis - afterOffset, zone);
};
var offsetRegex = /([+-])(\d{2}):(\d{2})$/;
var parseOffset = (offset) => {
  const match12 = offsetRegex.exec(offset);
  if (match12 === null) {
    return null;
  }
  const [, sign2, hours3, minutes2] = match12;
  return (sign2 === "+" ? 1 : -1) * (Number(hours3) * 60 + Number(minutes2)) * 60 * 1e3;
};
var calculateNamedOffset = (utcMillis, adjustedMillis, zone) => {
  const offset = zone.format.formatToParts(utcMillis).find((_) => _.type === "timeZoneName")?.value ?? "";
  if (offset === "GMT") {
    return 0;
  }
  const result2 = parseOffset(offset);
  if (result2 === null) {
    return zonedOffset(makeZonedProto(adjustedMillis, zone));
  }
  return result2;
};
var mutate3 = /* @__PURE__ */ dual(isDateTimeArgs, (self, f2, options2) => {
  if (self._tag === "Utc") {
    const date = toDateUtc(self);
    f2(date);
    return makeUtc(date.getTime());
  }
  const adjustedDate = toDate(self);
  const newAdjustedDate = new Date(adjustedDate.getTime());
  f2(newAdjustedDate);
  return makeZonedFromAdjusted(newAdjustedDate.getTime(), self.zone, options2?.disambiguation ?? "compatible");
});
var mapEpochMillis = /* @__PURE__ */ dual(2, (self, f2) => {
  const millis5 = f2(toEpochMillis(self));
  return self._tag === "Utc" ? makeUtc(millis5) : makeZonedProto(millis5, self.zone);
});
var withDateUtc = /* @__PURE__ */ dual(2, (self, f2) => f2(toDateUtc(self)));
var addDuration = /* @__PURE__ */ dual(2, (self, duration) => mapEpochMillis(self, (millis5) => millis5 + toMillis(duration)));
var subtractDuration = /* @__PURE__ */ dual(2, (self, duration) => mapEpochMillis(self, (millis5) => millis5 - toMillis(duration)));
var addMillis = (date, amount) => {
  date.setTime(date.getTime() + amount);
};
var add6 = /* @__PURE__ */ dual(2, (self, parts2) => mutate3(self, (date) => {
  if (parts2.millis) {
    addMillis(date, parts2.millis);
  }
  if (parts2.seconds) {
    addMillis(date, parts2.seconds * 1e3);
  }
  if (parts2.minutes) {
    addMillis(date, parts2.minutes * 60 * 1e3);
  }
  if (parts2.hours) {
    addMillis(date, parts2.hours * 60 * 60 * 1e3);
  }
  if (parts2.days) {
    date.setUTCDate(date.getUTCDate() + parts2.days);
  }
  if (parts2.weeks) {
    date.setUTCDate(date.getUTCDate() + parts2.weeks * 7);
  }
  if (parts2.months) {
    const day2 = date.getUTCDate();
    date.setUTCMonth(date.getUTCMonth() + parts2.months + 1, 0);
    if (day2 < date.getUTCDate()) {
      date.setUTCDate(day2);
    }
  }
  if (parts2.years) {
    const day2 = date.getUTCDate();
    const month = date.getUTCMonth();
    date.setUTCFullYear(date.getUTCFullYear() + parts2.years, month + 1, 0);
    if (day2 < date.getUTCDate()) {
      date.setUTCDate(day2);
    }
  }
}));
var formatIso = (self) => toDateUtc(self).toISOString();
var formatIsoOffset = (self) => {
  const date = toDate(self);
  return self._tag === "Utc" ? date.toISOString() : `${date.toISOString().slice(0, -1)}${zonedOffsetIso(self)}`;
};
var formatIsoZoned = (self) => self.zone._tag === "Offset" ? formatIsoOffset(self) : `${formatIsoOffset(self)}[${self.zone.id}]`;

// ../../node_modules/.pnpm/effect@3.22.4/node_modules/effect/dist/esm/Deferred.js
var make35 = deferredMake;
var unsafeDone = deferredUnsafeDone;

// ../../node_modules/.pnpm/effect@3.22.4/node_modules/effect/dist/esm/MutableList.js
var TypeId15 = /* @__PURE__ */ Symbol.for("effect/MutableList");
var MutableListProto = {
  [TypeId15]: TypeId15,
  [Symbol.iterator]() {
    let done5 = false;
    let head4 = this.head;
    return {
      next() {
        if (done5) {
          return this.return();
        }
        if (head4 == null) {
          done5 = true;
          return this.return();
        }
        const value3 = head4.value;
        head4 = head4.next;
        return {
          done: done5,
          value: value3
        };
      },
      return(value3) {
        if (!done5) {
          done5 = true;
        }
        return {
          done: true,
          value: value3
        };
      }
    };
  },
  toString() {
    return format(this.toJSON());
  },
  toJSON() {
    return {
      _id: "MutableList",
      values: Array.from(this).map(toJSON)
    };
  },
  [NodeInspectSymbol]() {
    return this.toJSON();
  },
  pipe() {
    return pipeArguments(this, arguments);
  }
};
var makeNode = (value3) => ({
  value: value3,
  removed: false,
  prev: void 0,
  next: void 0
});
var empty26 = () => {
  const list2 = Object.create(MutableListProto);
  list2.head = void 0;
  list2.tail = void 0;
  list2._length = 0;
  return list2;
};
var isEmpty6 = (self) => length(self) === 0;
var length = (self) => self._length;
var append3 = /* @__PURE__ */ dual(2, (self, value3) => {
  const node = makeNode(value3);
  if (self.head === void 0) {
    self.head = node;
  }
  if (self.tail === void 0) {
    self.tail = node;
  } else {
    self.tail.next = node;
    node.prev = self.tail;
    self.tail = node;
  }
  ;
  self._length += 1;
  return self;
});
var shift = (self) => {
  const head4 = self.head;
  if (head4 !== void 0) {
    remove6(self, head4);
    return head4.value;
  }
  return void 0;
};
var remove6 = (self, node) => {
  if (node.removed) {
    return;
  }
  node.removed = true;
  if (node.prev !== void 0 && node.next !== void 0) {
    node.prev.next = node.next;
    node.next.prev = node.prev;
  } else if (node.prev !== void 0) {
    self.tail = node.prev;
    node.prev.next = void 0;
  } else if (node.next !== void 0) {
    self.head = node.next;
    node.next.prev = void 0;
  } else {
    self.tail = void 0;
    self.head = void 0;
  }
  if (self._length > 0) {
    ;
    self._length -= 1;
  }
};

// ../../node_modules/.pnpm/effect@3.22.4/node_modules/effect/dist/esm/MutableQueue.js
var TypeId16 = /* @__PURE__ */ Symbol.for("effect/MutableQueue");
var EmptyMutableQueue = /* @__PURE__ */ Symbol.for("effect/mutable/MutableQueue/Empty");
var MutableQueueProto = {
  [TypeId16]: TypeId16,
  [Symbol.iterator]() {
    return Array.from(this.queue)[Symbol.iterator]();
  },
  toString() {
    return format(this.toJSON());
  },
  toJSON() {
    return {
      _id: "MutableQueue",
      values: Array.from(this).map(toJSON)
    };
  },
  [NodeInspectSymbol]() {
    return this.toJSON();
  },
  pipe() {
    return pipeArguments(this, arguments);
  }
};
var make36 = (capacity3) => {
  const queue = Object.create(MutableQueueProto);
  queue.queue = empty26();
  queue.capacity = capacity3;
  return queue;
};
var bounded = (capacity3) => make36(capacity3);
var unbounded = () => make36(void 0);
var length2 = (self) => length(self.queue);
var isEmpty7 = (self) => isEmpty6(self.queue);
var capacity = (self) => self.capacity === void 0 ? Infinity : self.capacity;
var offer = /* @__PURE__ */ dual(2, (self, value3) => {
  const queueLength = length(self.queue);
  if (self.capacity !== void 0 && queueLength === self.capacity) {
    return false;
  }
  append3(value3)(self.queue);
  return true;
});
var offerAll = /* @__PURE__ */ dual(2, (self, values4) => {
  const iterator = values4[Symbol.iterator]();
  let next;
  let remainder2 = empty5();
  let offering = true;
  while (offering && (next = iterator.next()) && !next.done) {
    offering = offer(next.value)(self);
  }
  while (next != null && !next.done) {
    remainder2 = prepend2(next.value)(remainder2);
    next = iterator.next();
  }
  return reverse2(remainder2);
});
var poll2 = /* @__PURE__ */ dual(2, (self, def) => {
  if (isEmpty6(self.queue)) {
    return def;
  }
  return shift(self.queue);
});
var pollUpTo = /* @__PURE__ */ dual(2, (self, n2) => {
  let result2 = empty5();
  let count = 0;
  while (count < n2) {
    const element = poll2(EmptyMutableQueue)(self);
    if (element === EmptyMutableQueue) {
      break;
    }
    result2 = prepend2(element)(result2);
    count += 1;
  }
  return reverse2(result2);
});

// ../../node_modules/.pnpm/effect@3.22.4/node_modules/effect/dist/esm/Effect.js
var isEffect2 = isEffect;
var all4 = all3;
var forEach8 = forEach7;
var async2 = async_;
var withFiberRuntime2 = withFiberRuntime;
var fail7 = fail2;
var failCause5 = failCause;
var die5 = die2;
var dieMessage2 = dieMessage;
var gen2 = gen;
var promise2 = promise;
var succeed6 = succeed;
var succeedNone2 = succeedNone;
var suspend4 = suspend;
var sync3 = sync;
var _void = void_;
var catchAll3 = catchAll;
var catchAllCause2 = catchAllCause;
var catchIf2 = catchIf;
var catchTag2 = catchTag;
var catchTags2 = catchTags;
var ignore2 = ignore;
var sandbox2 = sandbox;
var try_3 = try_2;
var tryPromise2 = tryPromise;
var interrupt3 = interrupt2;
var interruptible4 = interruptible2;
var onInterrupt2 = onInterrupt;
var uninterruptible2 = uninterruptible;
var uninterruptibleMask3 = uninterruptibleMask;
var as4 = as;
var asSome2 = asSome;
var asVoid2 = asVoid;
var map12 = map9;
var mapBoth3 = mapBoth2;
var mapError2 = mapError;
var acquireRelease2 = acquireRelease;
var acquireUseRelease2 = acquireUseRelease;
var addFinalizer2 = addFinalizer;
var ensuring2 = ensuring;
var onError2 = onError;
var scoped2 = scopedEffect;
var fiberIdWith2 = fiberIdWith;
var forkDaemon2 = forkDaemon;
var forkScoped2 = forkScoped;
var clock2 = clock;
var clockWith4 = clockWith3;
var withClock2 = withClock;
var sleep4 = sleep3;
var timeout2 = timeout;
var timeoutFail2 = timeoutFail;
var contextWithEffect2 = contextWithEffect;
var provideService2 = provideService;
var either3 = either2;
var exit3 = exit;
var intoDeferred2 = intoDeferred;
var flatMap11 = flatMap7;
var raceFirst2 = raceFirst;
var tap2 = tap;
var tapError2 = tapError;
var tapErrorCause2 = tapErrorCause;
var forever2 = forever;
var whileLoop3 = whileLoop;
var logWarning2 = logWarning;
var logError2 = logError;
var annotateLogs2 = annotateLogs;
var orElseSucceed2 = orElseSucceed;
var runtime3 = runtime2;
var makeSemaphore2 = makeSemaphore;
var runFork2 = unsafeForkEffect;
var runSync = unsafeRunSyncEffect;
var zipLeft2 = zipLeftOptions;
var zipRight2 = zipRightOptions;
var zipWith5 = zipWithOptions;
var tracerWith2 = tracerWith;
var withSpan2 = withSpan;
var fn = function(nameOrBody, ...pipeables) {
  const limit2 = getStackTraceLimit();
  setStackTraceLimit(2);
  const errorDef = new Error();
  setStackTraceLimit(limit2);
  if (typeof nameOrBody !== "string") {
    return defineLength(nameOrBody.length, function(...args2) {
      const limit3 = getStackTraceLimit();
      setStackTraceLimit(2);
      const errorCall = new Error();
      setStackTraceLimit(limit3);
      return fnApply({
        self: this,
        body: nameOrBody,
        args: args2,
        pipeables,
        spanName: "<anonymous>",
        spanOptions: {
          context: DisablePropagation.context(true)
        },
        errorDef,
        errorCall
      });
    });
  }
  const name = nameOrBody;
  const options2 = pipeables[0];
  return (body2, ...pipeables2) => defineLength(body2.length, {
    [name](...args2) {
      const limit3 = getStackTraceLimit();
      setStackTraceLimit(2);
      const errorCall = new Error();
      setStackTraceLimit(limit3);
      return fnApply({
        self: this,
        body: body2,
        args: args2,
        pipeables: pipeables2,
        spanName: name,
        spanOptions: options2,
        errorDef,
        errorCall
      });
    }
  }[name]);
};
function defineLength(length6, fn2) {
  return Object.defineProperty(fn2, "length", {
    value: length6,
    configurable: true
  });
}
function fnApply(options2) {
  let effect2;
  let fnError = void 0;
  if (isGeneratorFunction(options2.body)) {
    effect2 = fromIterator(() => options2.body.apply(options2.self, options2.args));
  } else {
    try {
      const result2 = options2.body.apply(options2.self, options2.args);
      if (isEffect(result2)) {
        effect2 = result2;
      } else {
        let first6 = true;
        effect2 = fromIterator(() => {
          if (first6) {
            first6 = false;
            return result2;
          }
          return options2.body.apply(options2.self, options2.args);
        });
      }
    } catch (error) {
      fnError = error;
      effect2 = die5(error);
    }
  }
  if (options2.pipeables.length > 0) {
    try {
      for (const x of options2.pipeables) {
        effect2 = x(effect2, ...options2.args);
      }
    } catch (error) {
      effect2 = fnError ? failCause5(sequential(die(fnError), die(error))) : die5(error);
    }
  }
  let cache = false;
  const captureStackTrace = () => {
    if (cache !== false) {
      return cache;
    }
    if (options2.errorCall.stack) {
      const stackDef = options2.errorDef.stack.trim().split("\n");
      const stackCall = options2.errorCall.stack.trim().split("\n");
      let endStackDef = stackDef.slice(2).join("\n").trim();
      if (!endStackDef.includes(`(`)) {
        endStackDef = endStackDef.replace(/at (.*)/, "at ($1)");
      }
      let endStackCall = stackCall.slice(2).join("\n").trim();
      if (!endStackCall.includes(`(`)) {
        endStackCall = endStackCall.replace(/at (.*)/, "at ($1)");
      }
      cache = `${endStackDef}
${endStackCall}`;
      return cache;
    }
  };
  const opts = options2.spanOptions && "captureStackTrace" in options2.spanOptions ? options2.spanOptions : {
    captureStackTrace,
    ...options2.spanOptions
  };
  return withSpan2(effect2, options2.spanName, opts);
}
var fnUntraced2 = fnUntraced;

// ../../node_modules/.pnpm/effect@3.22.4/node_modules/effect/dist/esm/Layer.js
var effect = fromEffect3;
var effectDiscard = fromEffectDiscard;
var empty27 = empty25;
var merge7 = merge5;
var mergeAll5 = mergeAll3;
var orDie3 = orDie2;
var scoped3 = scoped;
var scopedDiscard2 = scopedDiscard;
var scopedContext2 = scopedContext;
var succeed7 = succeed5;
var provide2 = provide;
var provideMerge2 = provideMerge;
var unwrapScoped2 = unwrapScoped;

// ../../node_modules/.pnpm/effect@3.22.4/node_modules/effect/dist/esm/DateTime.js
var isDateTime2 = isDateTime;
var isUtc2 = isUtc;
var Equivalence3 = Equivalence2;
var unsafeFromDate2 = unsafeFromDate;
var unsafeMake8 = unsafeMake7;
var make37 = make34;
var now2 = now;
var toUtc2 = toUtc;
var zoneMakeNamed2 = zoneMakeNamed;
var greaterThanOrEqualTo4 = greaterThanOrEqualTo3;
var lessThanOrEqualTo4 = lessThanOrEqualTo3;
var toEpochMillis2 = toEpochMillis;
var toPartsUtc2 = toPartsUtc;
var addDuration2 = addDuration;
var subtractDuration2 = subtractDuration;
var add7 = add6;
var formatIso2 = formatIso;

// ../../node_modules/.pnpm/effect@3.22.4/node_modules/effect/dist/esm/internal/redacted.js
var RedactedSymbolKey = "effect/Redacted";
var redactedRegistry = /* @__PURE__ */ globalValue("effect/Redacted/redactedRegistry", () => /* @__PURE__ */ new WeakMap());
var RedactedTypeId = /* @__PURE__ */ Symbol.for(RedactedSymbolKey);
var proto4 = {
  [RedactedTypeId]: {
    _A: (_) => _
  },
  pipe() {
    return pipeArguments(this, arguments);
  },
  toString() {
    return "<redacted>";
  },
  toJSON() {
    return "<redacted>";
  },
  [NodeInspectSymbol]() {
    return "<redacted>";
  },
  [symbol]() {
    return pipe(hash(RedactedSymbolKey), combine(hash(redactedRegistry.get(this))), cached(this));
  },
  [symbol2](that) {
    return isRedacted(that) && equals(redactedRegistry.get(this), redactedRegistry.get(that));
  }
};
var isRedacted = (u) => hasProperty(u, RedactedTypeId);
var make38 = (value3) => {
  const redacted = Object.create(proto4);
  redactedRegistry.set(redacted, value3);
  return redacted;
};
var value = (self) => {
  if (redactedRegistry.has(self)) {
    return redactedRegistry.get(self);
  } else {
    throw new Error("Unable to get redacted value");
  }
};

// ../../node_modules/.pnpm/effect@3.22.4/node_modules/effect/dist/esm/internal/encoding/common.js
var encoder = /* @__PURE__ */ new TextEncoder();

// ../../node_modules/.pnpm/effect@3.22.4/node_modules/effect/dist/esm/internal/encoding/base64.js
var encode = (bytes) => {
  const length6 = bytes.length;
  let result2 = "";
  let i;
  for (i = 2; i < length6; i += 3) {
    result2 += base64abc[bytes[i - 2] >> 2];
    result2 += base64abc[(bytes[i - 2] & 3) << 4 | bytes[i - 1] >> 4];
    result2 += base64abc[(bytes[i - 1] & 15) << 2 | bytes[i] >> 6];
    result2 += base64abc[bytes[i] & 63];
  }
  if (i === length6 + 1) {
    result2 += base64abc[bytes[i - 2] >> 2];
    result2 += base64abc[(bytes[i - 2] & 3) << 4];
    result2 += "==";
  }
  if (i === length6) {
    result2 += base64abc[bytes[i - 2] >> 2];
    result2 += base64abc[(bytes[i - 2] & 3) << 4 | bytes[i - 1] >> 4];
    result2 += base64abc[(bytes[i - 1] & 15) << 2];
    result2 += "=";
  }
  return result2;
};
var base64abc = ["A", "B", "C", "D", "E", "F", "G", "H", "I", "J", "K", "L", "M", "N", "O", "P", "Q", "R", "S", "T", "U", "V", "W", "X", "Y", "Z", "a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", "m", "n", "o", "p", "q", "r", "s", "t", "u", "v", "w", "x", "y", "z", "0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "+", "/"];

// ../../node_modules/.pnpm/effect@3.22.4/node_modules/effect/dist/esm/internal/encoding/hex.js
var encode2 = (bytes) => {
  let result2 = "";
  for (let i = 0; i < bytes.length; ++i) {
    result2 += bytesToHex[bytes[i]];
  }
  return result2;
};
var bytesToHex = ["00", "01", "02", "03", "04", "05", "06", "07", "08", "09", "0a", "0b", "0c", "0d", "0e", "0f", "10", "11", "12", "13", "14", "15", "16", "17", "18", "19", "1a", "1b", "1c", "1d", "1e", "1f", "20", "21", "22", "23", "24", "25", "26", "27", "28", "29", "2a", "2b", "2c", "2d", "2e", "2f", "30", "31", "32", "33", "34", "35", "36", "37", "38", "39", "3a", "3b", "3c", "3d", "3e", "3f", "40", "41", "42", "43", "44", "45", "46", "47", "48", "49", "4a", "4b", "4c", "4d", "4e", "4f", "50", "51", "52", "53", "54", "55", "56", "57", "58", "59", "5a", "5b", "5c", "5d", "5e", "5f", "60", "61", "62", "63", "64", "65", "66", "67", "68", "69", "6a", "6b", "6c", "6d", "6e", "6f", "70", "71", "72", "73", "74", "75", "76", "77", "78", "79", "7a", "7b", "7c", "7d", "7e", "7f", "80", "81", "82", "83", "84", "85", "86", "87", "88", "89", "8a", "8b", "8c", "8d", "8e", "8f", "90", "91", "92", "93", "94", "95", "96", "97", "98", "99", "9a", "9b", "9c", "9d", "9e", "9f", "a0", "a1", "a2", "a3", "a4", "a5", "a6", "a7", "a8", "a9", "aa", "ab", "ac", "ad", "ae", "af", "b0", "b1", "b2", "b3", "b4", "b5", "b6", "b7", "b8", "b9", "ba", "bb", "bc", "bd", "be", "bf", "c0", "c1", "c2", "c3", "c4", "c5", "c6", "c7", "c8", "c9", "ca", "cb", "cc", "cd", "ce", "cf", "d0", "d1", "d2", "d3", "d4", "d5", "d6", "d7", "d8", "d9", "da", "db", "dc", "dd", "de", "df", "e0", "e1", "e2", "e3", "e4", "e5", "e6", "e7", "e8", "e9", "ea", "eb", "ec", "ed", "ee", "ef", "f0", "f1", "f2", "f3", "f4", "f5", "f6", "f7", "f8", "f9", "fa", "fb", "fc", "fd", "fe", "ff"];

// ../../node_modules/.pnpm/effect@3.22.4/node_modules/effect/dist/esm/Encoding.js
var encodeBase64 = (input) => typeof input === "string" ? encode(encoder.encode(input)) : encode(input);
var encodeHex = (input) => typeof input === "string" ? encode2(encoder.encode(input)) : encode2(input);

// ../../node_modules/.pnpm/effect@3.22.4/node_modules/effect/dist/esm/internal/schema/util.js
var getKeysForIndexSignature = (input, parameter) => {
  switch (parameter._tag) {
    case "StringKeyword":
    case "TemplateLiteral":
      return Object.keys(input);
    case "SymbolKeyword":
      return Object.getOwnPropertySymbols(input);
    case "Refinement":
      return getKeysForIndexSignature(input, parameter.from);
  }
};
var memoizeThunk = (f2) => {
  let done5 = false;
  let a;
  return () => {
    if (done5) {
      return a;
    }
    a = f2();
    done5 = true;
    return a;
  };
};
var isNonEmpty2 = (x) => Array.isArray(x);
var isSingle = (x) => !Array.isArray(x);
var formatPathKey = (key3) => `[${formatPropertyKey(key3)}]`;
var formatPath = (path) => isNonEmpty2(path) ? path.map(formatPathKey).join("") : formatPathKey(path);

// ../../node_modules/.pnpm/effect@3.22.4/node_modules/effect/dist/esm/internal/schema/errors.js
var getErrorMessage = (reason, details, path, ast) => {
  let out2 = reason;
  if (path && isNonEmptyReadonlyArray(path)) {
    out2 += `
at path: ${formatPath(path)}`;
  }
  if (details !== void 0) {
    out2 += `
details: ${details}`;
  }
  if (ast) {
    out2 += `
schema (${ast._tag}): ${ast}`;
  }
  return out2;
};
var getSchemaExtendErrorMessage = (x, y, path) => getErrorMessage("Unsupported schema or overlapping types", `cannot extend ${x} with ${y}`, path);
var getASTUnsupportedKeySchemaErrorMessage = (ast) => getErrorMessage("Unsupported key schema", void 0, void 0, ast);
var getASTUnsupportedLiteralErrorMessage = (literal) => getErrorMessage("Unsupported literal", `literal value: ${formatUnknown(literal)}`);
var getASTDuplicateIndexSignatureErrorMessage = (type) => getErrorMessage("Duplicate index signature", `${type} index signature`);
var getASTIndexSignatureParameterErrorMessage = /* @__PURE__ */ getErrorMessage("Unsupported index signature parameter", "An index signature parameter type must be `string`, `symbol`, a template literal type or a refinement of the previous types");
var getASTRequiredElementFollowinAnOptionalElementErrorMessage = /* @__PURE__ */ getErrorMessage("Invalid element", "A required element cannot follow an optional element. ts(1257)");
var getASTDuplicatePropertySignatureTransformationErrorMessage = (key3) => getErrorMessage("Duplicate property signature transformation", `Duplicate key ${formatUnknown(key3)}`);
var getASTDuplicatePropertySignatureErrorMessage = (key3) => getErrorMessage("Duplicate property signature", `Duplicate key ${formatUnknown(key3)}`);

// ../../node_modules/.pnpm/effect@3.22.4/node_modules/effect/dist/esm/internal/schema/schemaId.js
var DateFromSelfSchemaId = /* @__PURE__ */ Symbol.for("effect/SchemaId/DateFromSelf");
var GreaterThanOrEqualToSchemaId = /* @__PURE__ */ Symbol.for("effect/SchemaId/GreaterThanOrEqualTo");
var IntSchemaId = /* @__PURE__ */ Symbol.for("effect/SchemaId/Int");
var MinLengthSchemaId = /* @__PURE__ */ Symbol.for("effect/SchemaId/MinLength");

// ../../node_modules/.pnpm/effect@3.22.4/node_modules/effect/dist/esm/SchemaAST.js
var TypeConstructorAnnotationId = /* @__PURE__ */ Symbol.for("effect/annotation/TypeConstructor");
var BrandAnnotationId = /* @__PURE__ */ Symbol.for("effect/annotation/Brand");
var SchemaIdAnnotationId = /* @__PURE__ */ Symbol.for("effect/annotation/SchemaId");
var MessageAnnotationId = /* @__PURE__ */ Symbol.for("effect/annotation/Message");
var MissingMessageAnnotationId = /* @__PURE__ */ Symbol.for("effect/annotation/MissingMessage");
var IdentifierAnnotationId = /* @__PURE__ */ Symbol.for("effect/annotation/Identifier");
var TitleAnnotationId = /* @__PURE__ */ Symbol.for("effect/annotation/Title");
var AutoTitleAnnotationId = /* @__PURE__ */ Symbol.for("effect/annotation/AutoTitle");
var DescriptionAnnotationId = /* @__PURE__ */ Symbol.for("effect/annotation/Description");
var ExamplesAnnotationId = /* @__PURE__ */ Symbol.for("effect/annotation/Examples");
var DefaultAnnotationId = /* @__PURE__ */ Symbol.for("effect/annotation/Default");
var JSONSchemaAnnotationId = /* @__PURE__ */ Symbol.for("effect/annotation/JSONSchema");
var ArbitraryAnnotationId = /* @__PURE__ */ Symbol.for("effect/annotation/Arbitrary");
var PrettyAnnotationId = /* @__PURE__ */ Symbol.for("effect/annotation/Pretty");
var EquivalenceAnnotationId = /* @__PURE__ */ Symbol.for("effect/annotation/Equivalence");
var DocumentationAnnotationId = /* @__PURE__ */ Symbol.for("effect/annotation/Documentation");
var ConcurrencyAnnotationId = /* @__PURE__ */ Symbol.for("effect/annotation/Concurrency");
var BatchingAnnotationId = /* @__PURE__ */ Symbol.for("effect/annotation/Batching");
var ParseIssueTitleAnnotationId = /* @__PURE__ */ Symbol.for("effect/annotation/ParseIssueTitle");
var ParseOptionsAnnotationId = /* @__PURE__ */ Symbol.for("effect/annotation/ParseOptions");
var DecodingFallbackAnnotationId = /* @__PURE__ */ Symbol.for("effect/annotation/DecodingFallback");
var SurrogateAnnotationId = /* @__PURE__ */ Symbol.for("effect/annotation/Surrogate");
var StableFilterAnnotationId = /* @__PURE__ */ Symbol.for("effect/annotation/StableFilter");
var getAnnotation = /* @__PURE__ */ dual(2, (annotated2, key3) => Object.prototype.hasOwnProperty.call(annotated2.annotations, key3) ? some2(annotated2.annotations[key3]) : none2());
var getBrandAnnotation = /* @__PURE__ */ getAnnotation(BrandAnnotationId);
var getMessageAnnotation = /* @__PURE__ */ getAnnotation(MessageAnnotationId);
var getMissingMessageAnnotation = /* @__PURE__ */ getAnnotation(MissingMessageAnnotationId);
var getTitleAnnotation = /* @__PURE__ */ getAnnotation(TitleAnnotationId);
var getAutoTitleAnnotation = /* @__PURE__ */ getAnnotation(AutoTitleAnnotationId);
var getIdentifierAnnotation = /* @__PURE__ */ getAnnotation(IdentifierAnnotationId);
var getDescriptionAnnotation = /* @__PURE__ */ getAnnotation(DescriptionAnnotationId);
var getConcurrencyAnnotation = /* @__PURE__ */ getAnnotation(ConcurrencyAnnotationId);
var getBatchingAnnotation = /* @__PURE__ */ getAnnotation(BatchingAnnotationId);
var getParseIssueTitleAnnotation = /* @__PURE__ */ getAnnotation(ParseIssueTitleAnnotationId);
var getParseOptionsAnnotation = /* @__PURE__ */ getAnnotation(ParseOptionsAnnotationId);
var getDecodingFallbackAnnotation = /* @__PURE__ */ getAnnotation(DecodingFallbackAnnotationId);
var getSurrogateAnnotation = /* @__PURE__ */ getAnnotation(SurrogateAnnotationId);
var getStableFilterAnnotation = /* @__PURE__ */ getAnnotation(StableFilterAnnotationId);
var hasStableFilter = (annotated2) => exists(getStableFilterAnnotation(annotated2), (b) => b === true);
var JSONIdentifierAnnotationId = /* @__PURE__ */ Symbol.for("effect/annotation/JSONIdentifier");
var getJSONIdentifierAnnotation = /* @__PURE__ */ getAnnotation(JSONIdentifierAnnotationId);
var getJSONIdentifier = (annotated2) => orElse(getJSONIdentifierAnnotation(annotated2), () => getIdentifierAnnotation(annotated2));
var ParseJsonSchemaId = /* @__PURE__ */ Symbol.for("effect/schema/ParseJson");
var Declaration = class {
  typeParameters;
  decodeUnknown;
  encodeUnknown;
  annotations;
  /**
   * @since 3.10.0
   */
  _tag = "Declaration";
  constructor(typeParameters, decodeUnknown3, encodeUnknown2, annotations3 = {}) {
    this.typeParameters = typeParameters;
    this.decodeUnknown = decodeUnknown3;
    this.encodeUnknown = encodeUnknown2;
    this.annotations = annotations3;
  }
  /**
   * @since 3.10.0
   */
  toString() {
    return getOrElse3(getExpected(this), () => "<declaration schema>");
  }
  /**
   * @since 3.10.0
   */
  toJSON() {
    return {
      _tag: this._tag,
      typeParameters: this.typeParameters.map((ast) => ast.toJSON()),
      annotations: toJSONAnnotations(this.annotations)
    };
  }
};
var createASTGuard = (tag) => (ast) => ast._tag === tag;
var Literal = class {
  literal;
  annotations;
  /**
   * @since 3.10.0
   */
  _tag = "Literal";
  constructor(literal, annotations3 = {}) {
    this.literal = literal;
    this.annotations = annotations3;
  }
  /**
   * @since 3.10.0
   */
  toString() {
    return getOrElse3(getExpected(this), () => formatUnknown(this.literal));
  }
  /**
   * @since 3.10.0
   */
  toJSON() {
    return {
      _tag: this._tag,
      literal: isBigInt(this.literal) ? String(this.literal) : this.literal,
      annotations: toJSONAnnotations(this.annotations)
    };
  }
};
var isLiteral = /* @__PURE__ */ createASTGuard("Literal");
var $null = /* @__PURE__ */ new Literal(null);
var UniqueSymbol = class {
  symbol;
  annotations;
  /**
   * @since 3.10.0
   */
  _tag = "UniqueSymbol";
  constructor(symbol3, annotations3 = {}) {
    this.symbol = symbol3;
    this.annotations = annotations3;
  }
  /**
   * @since 3.10.0
   */
  toString() {
    return getOrElse3(getExpected(this), () => formatUnknown(this.symbol));
  }
  /**
   * @since 3.10.0
   */
  toJSON() {
    return {
      _tag: this._tag,
      symbol: String(this.symbol),
      annotations: toJSONAnnotations(this.annotations)
    };
  }
};
var UndefinedKeyword = class {
  annotations;
  /**
   * @since 3.10.0
   */
  _tag = "UndefinedKeyword";
  constructor(annotations3 = {}) {
    this.annotations = annotations3;
  }
  /**
   * @since 3.10.0
   */
  toString() {
    return formatKeyword(this);
  }
  /**
   * @since 3.10.0
   */
  toJSON() {
    return {
      _tag: this._tag,
      annotations: toJSONAnnotations(this.annotations)
    };
  }
};
var undefinedKeyword = /* @__PURE__ */ new UndefinedKeyword({
  [TitleAnnotationId]: "undefined"
});
var VoidKeyword = class {
  annotations;
  /**
   * @since 3.10.0
   */
  _tag = "VoidKeyword";
  constructor(annotations3 = {}) {
    this.annotations = annotations3;
  }
  /**
   * @since 3.10.0
   */
  toString() {
    return formatKeyword(this);
  }
  /**
   * @since 3.10.0
   */
  toJSON() {
    return {
      _tag: this._tag,
      annotations: toJSONAnnotations(this.annotations)
    };
  }
};
var voidKeyword = /* @__PURE__ */ new VoidKeyword({
  [TitleAnnotationId]: "void"
});
var NeverKeyword = class {
  annotations;
  /**
   * @since 3.10.0
   */
  _tag = "NeverKeyword";
  constructor(annotations3 = {}) {
    this.annotations = annotations3;
  }
  /**
   * @since 3.10.0
   */
  toString() {
    return formatKeyword(this);
  }
  /**
   * @since 3.10.0
   */
  toJSON() {
    return {
      _tag: this._tag,
      annotations: toJSONAnnotations(this.annotations)
    };
  }
};
var neverKeyword = /* @__PURE__ */ new NeverKeyword({
  [TitleAnnotationId]: "never"
});
var UnknownKeyword = class {
  annotations;
  /**
   * @since 3.10.0
   */
  _tag = "UnknownKeyword";
  constructor(annotations3 = {}) {
    this.annotations = annotations3;
  }
  /**
   * @since 3.10.0
   */
  toString() {
    return formatKeyword(this);
  }
  /**
   * @since 3.10.0
   */
  toJSON() {
    return {
      _tag: this._tag,
      annotations: toJSONAnnotations(this.annotations)
    };
  }
};
var unknownKeyword = /* @__PURE__ */ new UnknownKeyword({
  [TitleAnnotationId]: "unknown"
});
var AnyKeyword = class {
  annotations;
  /**
   * @since 3.10.0
   */
  _tag = "AnyKeyword";
  constructor(annotations3 = {}) {
    this.annotations = annotations3;
  }
  /**
   * @since 3.10.0
   */
  toString() {
    return formatKeyword(this);
  }
  /**
   * @since 3.10.0
   */
  toJSON() {
    return {
      _tag: this._tag,
      annotations: toJSONAnnotations(this.annotations)
    };
  }
};
var anyKeyword = /* @__PURE__ */ new AnyKeyword({
  [TitleAnnotationId]: "any"
});
var StringKeyword = class {
  annotations;
  /**
   * @since 3.10.0
   */
  _tag = "StringKeyword";
  constructor(annotations3 = {}) {
    this.annotations = annotations3;
  }
  /**
   * @since 3.10.0
   */
  toString() {
    return formatKeyword(this);
  }
  /**
   * @since 3.10.0
   */
  toJSON() {
    return {
      _tag: this._tag,
      annotations: toJSONAnnotations(this.annotations)
    };
  }
};
var stringKeyword = /* @__PURE__ */ new StringKeyword({
  [TitleAnnotationId]: "string",
  [DescriptionAnnotationId]: "a string"
});
var isStringKeyword = /* @__PURE__ */ createASTGuard("StringKeyword");
var NumberKeyword = class {
  annotations;
  /**
   * @since 3.10.0
   */
  _tag = "NumberKeyword";
  constructor(annotations3 = {}) {
    this.annotations = annotations3;
  }
  /**
   * @since 3.10.0
   */
  toString() {
    return formatKeyword(this);
  }
  /**
   * @since 3.10.0
   */
  toJSON() {
    return {
      _tag: this._tag,
      annotations: toJSONAnnotations(this.annotations)
    };
  }
};
var numberKeyword = /* @__PURE__ */ new NumberKeyword({
  [TitleAnnotationId]: "number",
  [DescriptionAnnotationId]: "a number"
});
var isNumberKeyword = /* @__PURE__ */ createASTGuard("NumberKeyword");
var BooleanKeyword = class {
  annotations;
  /**
   * @since 3.10.0
   */
  _tag = "BooleanKeyword";
  constructor(annotations3 = {}) {
    this.annotations = annotations3;
  }
  /**
   * @since 3.10.0
   */
  toString() {
    return formatKeyword(this);
  }
  /**
   * @since 3.10.0
   */
  toJSON() {
    return {
      _tag: this._tag,
      annotations: toJSONAnnotations(this.annotations)
    };
  }
};
var booleanKeyword = /* @__PURE__ */ new BooleanKeyword({
  [TitleAnnotationId]: "boolean",
  [DescriptionAnnotationId]: "a boolean"
});
var isBooleanKeyword = /* @__PURE__ */ createASTGuard("BooleanKeyword");
var BigIntKeyword = class {
  annotations;
  /**
   * @since 3.10.0
   */
  _tag = "BigIntKeyword";
  constructor(annotations3 = {}) {
    this.annotations = annotations3;
  }
  /**
   * @since 3.10.0
   */
  toString() {
    return formatKeyword(this);
  }
  /**
   * @since 3.10.0
   */
  toJSON() {
    return {
      _tag: this._tag,
      annotations: toJSONAnnotations(this.annotations)
    };
  }
};
var bigIntKeyword = /* @__PURE__ */ new BigIntKeyword({
  [TitleAnnotationId]: "bigint",
  [DescriptionAnnotationId]: "a bigint"
});
var SymbolKeyword = class {
  annotations;
  /**
   * @since 3.10.0
   */
  _tag = "SymbolKeyword";
  constructor(annotations3 = {}) {
    this.annotations = annotations3;
  }
  /**
   * @since 3.10.0
   */
  toString() {
    return formatKeyword(this);
  }
  /**
   * @since 3.10.0
   */
  toJSON() {
    return {
      _tag: this._tag,
      annotations: toJSONAnnotations(this.annotations)
    };
  }
};
var symbolKeyword = /* @__PURE__ */ new SymbolKeyword({
  [TitleAnnotationId]: "symbol",
  [DescriptionAnnotationId]: "a symbol"
});
var isSymbolKeyword = /* @__PURE__ */ createASTGuard("SymbolKeyword");
var ObjectKeyword = class {
  annotations;
  /**
   * @since 3.10.0
   */
  _tag = "ObjectKeyword";
  constructor(annotations3 = {}) {
    this.annotations = annotations3;
  }
  /**
   * @since 3.10.0
   */
  toString() {
    return formatKeyword(this);
  }
  /**
   * @since 3.10.0
   */
  toJSON() {
    return {
      _tag: this._tag,
      annotations: toJSONAnnotations(this.annotations)
    };
  }
};
var objectKeyword = /* @__PURE__ */ new ObjectKeyword({
  [TitleAnnotationId]: "object",
  [DescriptionAnnotationId]: "an object in the TypeScript meaning, i.e. the `object` type"
});
var Type = class {
  type;
  annotations;
  constructor(type, annotations3 = {}) {
    this.type = type;
    this.annotations = annotations3;
  }
  /**
   * @since 3.10.0
   */
  toJSON() {
    return {
      type: this.type.toJSON(),
      annotations: toJSONAnnotations(this.annotations)
    };
  }
  /**
   * @since 3.10.0
   */
  toString() {
    return String(this.type);
  }
};
var OptionalType = class extends Type {
  isOptional;
  constructor(type, isOptional, annotations3 = {}) {
    super(type, annotations3);
    this.isOptional = isOptional;
  }
  /**
   * @since 3.10.0
   */
  toJSON() {
    return {
      type: this.type.toJSON(),
      isOptional: this.isOptional,
      annotations: toJSONAnnotations(this.annotations)
    };
  }
  /**
   * @since 3.10.0
   */
  toString() {
    return String(this.type) + (this.isOptional ? "?" : "");
  }
};
var getRestASTs = (rest) => rest.map((annotatedAST) => annotatedAST.type);
var TupleType = class {
  elements;
  rest;
  isReadonly;
  annotations;
  /**
   * @since 3.10.0
   */
  _tag = "TupleType";
  constructor(elements, rest, isReadonly, annotations3 = {}) {
    this.elements = elements;
    this.rest = rest;
    this.isReadonly = isReadonly;
    this.annotations = annotations3;
    let hasOptionalElement = false;
    let hasIllegalRequiredElement = false;
    for (const e of elements) {
      if (e.isOptional) {
        hasOptionalElement = true;
      } else if (hasOptionalElement) {
        hasIllegalRequiredElement = true;
        break;
      }
    }
    if (hasIllegalRequiredElement || hasOptionalElement && rest.length > 1) {
      throw new Error(getASTRequiredElementFollowinAnOptionalElementErrorMessage);
    }
  }
  /**
   * @since 3.10.0
   */
  toString() {
    return getOrElse3(getExpected(this), () => formatTuple(this));
  }
  /**
   * @since 3.10.0
   */
  toJSON() {
    return {
      _tag: this._tag,
      elements: this.elements.map((e) => e.toJSON()),
      rest: this.rest.map((ast) => ast.toJSON()),
      isReadonly: this.isReadonly,
      annotations: toJSONAnnotations(this.annotations)
    };
  }
};
var formatTuple = (ast) => {
  const formattedElements = ast.elements.map(String).join(", ");
  return matchLeft(ast.rest, {
    onEmpty: () => `readonly [${formattedElements}]`,
    onNonEmpty: (head4, tail) => {
      const formattedHead = String(head4);
      const wrappedHead = formattedHead.includes(" | ") ? `(${formattedHead})` : formattedHead;
      if (tail.length > 0) {
        const formattedTail = tail.map(String).join(", ");
        if (ast.elements.length > 0) {
          return `readonly [${formattedElements}, ...${wrappedHead}[], ${formattedTail}]`;
        } else {
          return `readonly [...${wrappedHead}[], ${formattedTail}]`;
        }
      } else {
        if (ast.elements.length > 0) {
          return `readonly [${formattedElements}, ...${wrappedHead}[]]`;
        } else {
          return `ReadonlyArray<${formattedHead}>`;
        }
      }
    }
  });
};
var PropertySignature = class extends OptionalType {
  name;
  isReadonly;
  constructor(name, type, isOptional, isReadonly, annotations3) {
    super(type, isOptional, annotations3);
    this.name = name;
    this.isReadonly = isReadonly;
  }
  /**
   * @since 3.10.0
   */
  toString() {
    return (this.isReadonly ? "readonly " : "") + String(this.name) + (this.isOptional ? "?" : "") + ": " + this.type;
  }
  /**
   * @since 3.10.0
   */
  toJSON() {
    return {
      name: String(this.name),
      type: this.type.toJSON(),
      isOptional: this.isOptional,
      isReadonly: this.isReadonly,
      annotations: toJSONAnnotations(this.annotations)
    };
  }
};
var isParameter = (ast) => {
  switch (ast._tag) {
    case "StringKeyword":
    case "SymbolKeyword":
    case "TemplateLiteral":
      return true;
    case "Refinement":
      return isParameter(ast.from);
  }
  return false;
};
var IndexSignature = class {
  type;
  isReadonly;
  /**
   * @since 3.10.0
   */
  parameter;
  constructor(parameter, type, isReadonly) {
    this.type = type;
    this.isReadonly = isReadonly;
    if (isParameter(parameter)) {
      this.parameter = parameter;
    } else {
      throw new Error(getASTIndexSignatureParameterErrorMessage);
    }
  }
  /**
   * @since 3.10.0
   */
  toString() {
    return (this.isReadonly ? "readonly " : "") + `[x: ${this.parameter}]: ${this.type}`;
  }
  /**
   * @since 3.10.0
   */
  toJSON() {
    return {
      parameter: this.parameter.toJSON(),
      type: this.type.toJSON(),
      isReadonly: this.isReadonly
    };
  }
};
var TypeLiteral = class {
  annotations;
  /**
   * @since 3.10.0
   */
  _tag = "TypeLiteral";
  /**
   * @since 3.10.0
   */
  propertySignatures;
  /**
   * @since 3.10.0
   */
  indexSignatures;
  constructor(propertySignatures, indexSignatures, annotations3 = {}) {
    this.annotations = annotations3;
    const keys5 = {};
    for (let i = 0; i < propertySignatures.length; i++) {
      const name = propertySignatures[i].name;
      if (Object.prototype.hasOwnProperty.call(keys5, name)) {
        throw new Error(getASTDuplicatePropertySignatureErrorMessage(name));
      }
      keys5[name] = null;
    }
    const parameters = {
      string: false,
      symbol: false
    };
    for (let i = 0; i < indexSignatures.length; i++) {
      const encodedParameter = getEncodedParameter(indexSignatures[i].parameter);
      if (isStringKeyword(encodedParameter)) {
        if (parameters.string) {
          throw new Error(getASTDuplicateIndexSignatureErrorMessage("string"));
        }
        parameters.string = true;
      } else if (isSymbolKeyword(encodedParameter)) {
        if (parameters.symbol) {
          throw new Error(getASTDuplicateIndexSignatureErrorMessage("symbol"));
        }
        parameters.symbol = true;
      }
    }
    this.propertySignatures = propertySignatures;
    this.indexSignatures = indexSignatures;
  }
  /**
   * @since 3.10.0
   */
  toString() {
    return getOrElse3(getExpected(this), () => formatTypeLiteral(this));
  }
  /**
   * @since 3.10.0
   */
  toJSON() {
    return {
      _tag: this._tag,
      propertySignatures: this.propertySignatures.map((ps) => ps.toJSON()),
      indexSignatures: this.indexSignatures.map((ps) => ps.toJSON()),
      annotations: toJSONAnnotations(this.annotations)
    };
  }
};
var formatIndexSignatures = (iss) => iss.map(String).join("; ");
var formatTypeLiteral = (ast) => {
  if (ast.propertySignatures.length > 0) {
    const pss = ast.propertySignatures.map(String).join("; ");
    if (ast.indexSignatures.length > 0) {
      return `{ ${pss}; ${formatIndexSignatures(ast.indexSignatures)} }`;
    } else {
      return `{ ${pss} }`;
    }
  } else {
    if (ast.indexSignatures.length > 0) {
      return `{ ${formatIndexSignatures(ast.indexSignatures)} }`;
    } else {
      return "{}";
    }
  }
};
var isTypeLiteral = /* @__PURE__ */ createASTGuard("TypeLiteral");
var sortCandidates = /* @__PURE__ */ sort(/* @__PURE__ */ mapInput2(Order2, (ast) => {
  switch (ast._tag) {
    case "AnyKeyword":
      return 0;
    case "UnknownKeyword":
      return 1;
    case "ObjectKeyword":
      return 2;
    case "StringKeyword":
    case "NumberKeyword":
    case "BooleanKeyword":
    case "BigIntKeyword":
    case "SymbolKeyword":
      return 3;
  }
  return 4;
}));
var literalMap = {
  string: "StringKeyword",
  number: "NumberKeyword",
  boolean: "BooleanKeyword",
  bigint: "BigIntKeyword"
};
var flatten7 = (candidates) => flatMap3(candidates, (ast) => isUnion(ast) ? flatten7(ast.types) : [ast]);
var unify = (candidates) => {
  const cs = sortCandidates(candidates);
  const out2 = [];
  const uniques = {};
  const literals = [];
  for (const ast of cs) {
    switch (ast._tag) {
      case "NeverKeyword":
        break;
      case "AnyKeyword":
        return [anyKeyword];
      case "UnknownKeyword":
        return [unknownKeyword];
      // uniques
      case "ObjectKeyword":
      case "UndefinedKeyword":
      case "VoidKeyword":
      case "StringKeyword":
      case "NumberKeyword":
      case "BooleanKeyword":
      case "BigIntKeyword":
      case "SymbolKeyword": {
        if (!uniques[ast._tag]) {
          uniques[ast._tag] = ast;
          out2.push(ast);
        }
        break;
      }
      case "Literal": {
        const type = typeof ast.literal;
        switch (type) {
          case "string":
          case "number":
          case "bigint":
          case "boolean": {
            const _tag = literalMap[type];
            if (!uniques[_tag] && !literals.includes(ast.literal)) {
              literals.push(ast.literal);
              out2.push(ast);
            }
            break;
          }
          // null
          case "object": {
            if (!literals.includes(ast.literal)) {
              literals.push(ast.literal);
              out2.push(ast);
            }
            break;
          }
        }
        break;
      }
      case "UniqueSymbol": {
        if (!uniques["SymbolKeyword"] && !literals.includes(ast.symbol)) {
          literals.push(ast.symbol);
          out2.push(ast);
        }
        break;
      }
      case "TupleType": {
        if (!uniques["ObjectKeyword"]) {
          out2.push(ast);
        }
        break;
      }
      case "TypeLiteral": {
        if (ast.propertySignatures.length === 0 && ast.indexSignatures.length === 0) {
          if (!uniques["{}"]) {
            uniques["{}"] = ast;
            out2.push(ast);
          }
        } else if (!uniques["ObjectKeyword"]) {
          out2.push(ast);
        }
        break;
      }
      default:
        out2.push(ast);
    }
  }
  return out2;
};
var Union = class _Union {
  types;
  annotations;
  static make = (types, annotations3) => {
    return isMembers(types) ? new _Union(types, annotations3) : types.length === 1 ? types[0] : neverKeyword;
  };
  /** @internal */
  static unify = (candidates, annotations3) => {
    return _Union.make(unify(flatten7(candidates)), annotations3);
  };
  /**
   * @since 3.10.0
   */
  _tag = "Union";
  constructor(types, annotations3 = {}) {
    this.types = types;
    this.annotations = annotations3;
  }
  /**
   * @since 3.10.0
   */
  toString() {
    return getOrElse3(getExpected(this), () => this.types.map(String).join(" | "));
  }
  /**
   * @since 3.10.0
   */
  toJSON() {
    return {
      _tag: this._tag,
      types: this.types.map((ast) => ast.toJSON()),
      annotations: toJSONAnnotations(this.annotations)
    };
  }
};
var mapMembers = (members3, f2) => members3.map(f2);
var isMembers = (as5) => as5.length > 1;
var isUnion = /* @__PURE__ */ createASTGuard("Union");
var toJSONMemoMap = /* @__PURE__ */ globalValue(/* @__PURE__ */ Symbol.for("effect/Schema/AST/toJSONMemoMap"), () => /* @__PURE__ */ new WeakMap());
var Suspend = class {
  f;
  annotations;
  /**
   * @since 3.10.0
   */
  _tag = "Suspend";
  constructor(f2, annotations3 = {}) {
    this.f = f2;
    this.annotations = annotations3;
    this.f = memoizeThunk(f2);
  }
  /**
   * @since 3.10.0
   */
  toString() {
    return getExpected(this).pipe(orElse(() => flatMap2(liftThrowable(this.f)(), (ast) => getExpected(ast))), getOrElse3(() => "<suspended schema>"));
  }
  /**
   * @since 3.10.0
   */
  toJSON() {
    const ast = this.f();
    let out2 = toJSONMemoMap.get(ast);
    if (out2) {
      return out2;
    }
    toJSONMemoMap.set(ast, {
      _tag: this._tag
    });
    out2 = {
      _tag: this._tag,
      ast: ast.toJSON(),
      annotations: toJSONAnnotations(this.annotations)
    };
    toJSONMemoMap.set(ast, out2);
    return out2;
  }
};
var Refinement = class {
  from;
  filter;
  annotations;
  /**
   * @since 3.10.0
   */
  _tag = "Refinement";
  constructor(from, filter9, annotations3 = {}) {
    this.from = from;
    this.filter = filter9;
    this.annotations = annotations3;
  }
  /**
   * @since 3.10.0
   */
  toString() {
    return getIdentifierAnnotation(this).pipe(getOrElse3(() => match2(getOrElseExpected(this), {
      onNone: () => `{ ${this.from} | filter }`,
      onSome: (expected) => isRefinement(this.from) ? String(this.from) + " & " + expected : expected
    })));
  }
  /**
   * @since 3.10.0
   */
  toJSON() {
    return {
      _tag: this._tag,
      from: this.from.toJSON(),
      annotations: toJSONAnnotations(this.annotations)
    };
  }
};
var isRefinement = /* @__PURE__ */ createASTGuard("Refinement");
var defaultParseOption = {};
var Transformation = class {
  from;
  to;
  transformation;
  annotations;
  /**
   * @since 3.10.0
   */
  _tag = "Transformation";
  constructor(from, to, transformation2, annotations3 = {}) {
    this.from = from;
    this.to = to;
    this.transformation = transformation2;
    this.annotations = annotations3;
  }
  /**
   * @since 3.10.0
   */
  toString() {
    return getOrElse3(getExpected(this), () => `(${String(this.from)} <-> ${String(this.to)})`);
  }
  /**
   * @since 3.10.0
   */
  toJSON() {
    return {
      _tag: this._tag,
      from: this.from.toJSON(),
      to: this.to.toJSON(),
      annotations: toJSONAnnotations(this.annotations)
    };
  }
};
var isTransformation = /* @__PURE__ */ createASTGuard("Transformation");
var FinalTransformation = class {
  decode;
  encode;
  /**
   * @since 3.10.0
   */
  _tag = "FinalTransformation";
  constructor(decode7, encode4) {
    this.decode = decode7;
    this.encode = encode4;
  }
};
var createTransformationGuard = (tag) => (ast) => ast._tag === tag;
var isFinalTransformation = /* @__PURE__ */ createTransformationGuard("FinalTransformation");
var ComposeTransformation = class {
  /**
   * @since 3.10.0
   */
  _tag = "ComposeTransformation";
};
var composeTransformation = /* @__PURE__ */ new ComposeTransformation();
var PropertySignatureTransformation = class {
  from;
  to;
  decode;
  encode;
  constructor(from, to, decode7, encode4) {
    this.from = from;
    this.to = to;
    this.decode = decode7;
    this.encode = encode4;
  }
};
var TypeLiteralTransformation = class {
  propertySignatureTransformations;
  /**
   * @since 3.10.0
   */
  _tag = "TypeLiteralTransformation";
  constructor(propertySignatureTransformations) {
    this.propertySignatureTransformations = propertySignatureTransformations;
    const fromKeys = {};
    const toKeys = {};
    for (const pst of propertySignatureTransformations) {
      const from = pst.from;
      if (fromKeys[from]) {
        throw new Error(getASTDuplicatePropertySignatureTransformationErrorMessage(from));
      }
      fromKeys[from] = true;
      const to = pst.to;
      if (toKeys[to]) {
        throw new Error(getASTDuplicatePropertySignatureTransformationErrorMessage(to));
      }
      toKeys[to] = true;
    }
  }
};
var isTypeLiteralTransformation = /* @__PURE__ */ createTransformationGuard("TypeLiteralTransformation");
var annotations = (ast, overrides) => {
  const d = Object.getOwnPropertyDescriptors(ast);
  const base = {
    ...ast.annotations
  };
  delete base[IdentifierAnnotationId];
  const value3 = {
    ...base,
    ...overrides
  };
  const surrogate = getSurrogateAnnotation(ast);
  if (isSome2(surrogate)) {
    value3[SurrogateAnnotationId] = annotations(surrogate.value, overrides);
  }
  d.annotations.value = value3;
  return Object.create(Object.getPrototypeOf(ast), d);
};
var STRING_KEYWORD_PATTERN = "[\\s\\S]*?";
var NUMBER_KEYWORD_PATTERN = "[+-]?\\d*\\.?\\d+(?:[Ee][+-]?\\d+)?";
var getTemplateLiteralSpanTypePattern = (type, capture3) => {
  switch (type._tag) {
    case "Literal":
      return escape(String(type.literal));
    case "StringKeyword":
      return STRING_KEYWORD_PATTERN;
    case "NumberKeyword":
      return NUMBER_KEYWORD_PATTERN;
    case "TemplateLiteral":
      return getTemplateLiteralPattern(type, capture3, false);
    case "Union":
      return type.types.map((type2) => getTemplateLiteralSpanTypePattern(type2, capture3)).join("|");
  }
};
var handleTemplateLiteralSpanTypeParens = (type, s, capture3, top) => {
  if (isUnion(type)) {
    if (capture3 && !top) {
      return `(?:${s})`;
    }
  } else if (!capture3 || !top) {
    return s;
  }
  return `(${s})`;
};
var getTemplateLiteralPattern = (ast, capture3, top) => {
  let pattern2 = ``;
  if (ast.head !== "") {
    const head4 = escape(ast.head);
    pattern2 += capture3 && top ? `(${head4})` : head4;
  }
  for (const span2 of ast.spans) {
    const spanPattern = getTemplateLiteralSpanTypePattern(span2.type, capture3);
    pattern2 += handleTemplateLiteralSpanTypeParens(span2.type, spanPattern, capture3, top);
    if (span2.literal !== "") {
      const literal = escape(span2.literal);
      pattern2 += capture3 && top ? `(${literal})` : literal;
    }
  }
  return pattern2;
};
var getTemplateLiteralRegExp = (ast) => new RegExp(`^${getTemplateLiteralPattern(ast, false, true)}$`);
var record = (key3, value3) => {
  const propertySignatures = [];
  const indexSignatures = [];
  const go2 = (key4) => {
    switch (key4._tag) {
      case "NeverKeyword":
        break;
      case "StringKeyword":
      case "SymbolKeyword":
      case "TemplateLiteral":
      case "Refinement":
        indexSignatures.push(new IndexSignature(key4, value3, true));
        break;
      case "Literal":
        if (isString(key4.literal) || isNumber(key4.literal)) {
          propertySignatures.push(new PropertySignature(key4.literal, value3, false, true));
        } else {
          throw new Error(getASTUnsupportedLiteralErrorMessage(key4.literal));
        }
        break;
      case "Enums": {
        for (const [_, name] of key4.enums) {
          propertySignatures.push(new PropertySignature(name, value3, false, true));
        }
        break;
      }
      case "UniqueSymbol":
        propertySignatures.push(new PropertySignature(key4.symbol, value3, false, true));
        break;
      case "Union":
        key4.types.forEach(go2);
        break;
      default:
        throw new Error(getASTUnsupportedKeySchemaErrorMessage(key4));
    }
  };
  go2(key3);
  return {
    propertySignatures,
    indexSignatures
  };
};
var pickAnnotations = (annotationIds) => (annotated2) => {
  let out2 = void 0;
  for (const id2 of annotationIds) {
    if (Object.prototype.hasOwnProperty.call(annotated2.annotations, id2)) {
      if (out2 === void 0) {
        out2 = {};
      }
      out2[id2] = annotated2.annotations[id2];
    }
  }
  return out2;
};
var omitAnnotations = (annotationIds) => (annotated2) => {
  const out2 = {
    ...annotated2.annotations
  };
  for (const id2 of annotationIds) {
    delete out2[id2];
  }
  return out2;
};
var preserveTransformationAnnotations = /* @__PURE__ */ pickAnnotations([ExamplesAnnotationId, DefaultAnnotationId, JSONSchemaAnnotationId, ArbitraryAnnotationId, PrettyAnnotationId, EquivalenceAnnotationId]);
var typeAST = (ast) => {
  switch (ast._tag) {
    case "Declaration": {
      const typeParameters = changeMap(ast.typeParameters, typeAST);
      return typeParameters === ast.typeParameters ? ast : new Declaration(typeParameters, ast.decodeUnknown, ast.encodeUnknown, ast.annotations);
    }
    case "TupleType": {
      const elements = changeMap(ast.elements, (e) => {
        const type = typeAST(e.type);
        return type === e.type ? e : new OptionalType(type, e.isOptional);
      });
      const restASTs = getRestASTs(ast.rest);
      const rest = changeMap(restASTs, typeAST);
      return elements === ast.elements && rest === restASTs ? ast : new TupleType(elements, rest.map((type) => new Type(type)), ast.isReadonly, ast.annotations);
    }
    case "TypeLiteral": {
      const propertySignatures = changeMap(ast.propertySignatures, (p) => {
        const type = typeAST(p.type);
        return type === p.type ? p : new PropertySignature(p.name, type, p.isOptional, p.isReadonly);
      });
      const indexSignatures = changeMap(ast.indexSignatures, (is2) => {
        const type = typeAST(is2.type);
        return type === is2.type ? is2 : new IndexSignature(is2.parameter, type, is2.isReadonly);
      });
      return propertySignatures === ast.propertySignatures && indexSignatures === ast.indexSignatures ? ast : new TypeLiteral(propertySignatures, indexSignatures, ast.annotations);
    }
    case "Union": {
      const types = changeMap(ast.types, typeAST);
      return types === ast.types ? ast : Union.make(types, ast.annotations);
    }
    case "Suspend":
      return new Suspend(() => typeAST(ast.f()), ast.annotations);
    case "Refinement": {
      const from = typeAST(ast.from);
      return from === ast.from ? ast : new Refinement(from, ast.filter, ast.annotations);
    }
    case "Transformation": {
      const preserve = preserveTransformationAnnotations(ast);
      return typeAST(preserve !== void 0 ? annotations(ast.to, preserve) : ast.to);
    }
  }
  return ast;
};
function changeMap(as5, f2) {
  let changed2 = false;
  const out2 = allocate(as5.length);
  for (let i = 0; i < as5.length; i++) {
    const a = as5[i];
    const fa = f2(a);
    if (fa !== a) {
      changed2 = true;
    }
    out2[i] = fa;
  }
  return changed2 ? out2 : as5;
}
var getTransformationFrom = (ast) => {
  switch (ast._tag) {
    case "Transformation":
      return ast.from;
    case "Refinement":
      return getTransformationFrom(ast.from);
    case "Suspend":
      return getTransformationFrom(ast.f());
  }
};
var encodedAST_ = (ast, isBound) => {
  switch (ast._tag) {
    case "Declaration": {
      const typeParameters = changeMap(ast.typeParameters, (ast2) => encodedAST_(ast2, isBound));
      return typeParameters === ast.typeParameters ? ast : new Declaration(typeParameters, ast.decodeUnknown, ast.encodeUnknown);
    }
    case "TupleType": {
      const elements = changeMap(ast.elements, (e) => {
        const type = encodedAST_(e.type, isBound);
        return type === e.type ? e : new OptionalType(type, e.isOptional);
      });
      const restASTs = getRestASTs(ast.rest);
      const rest = changeMap(restASTs, (ast2) => encodedAST_(ast2, isBound));
      return elements === ast.elements && rest === restASTs ? ast : new TupleType(elements, rest.map((ast2) => new Type(ast2)), ast.isReadonly);
    }
    case "TypeLiteral": {
      const propertySignatures = changeMap(ast.propertySignatures, (ps) => {
        const type = encodedAST_(ps.type, isBound);
        return type === ps.type ? ps : new PropertySignature(ps.name, type, ps.isOptional, ps.isReadonly);
      });
      const indexSignatures = changeMap(ast.indexSignatures, (is2) => {
        const type = encodedAST_(is2.type, isBound);
        return type === is2.type ? is2 : new IndexSignature(is2.parameter, type, is2.isReadonly);
      });
      return propertySignatures === ast.propertySignatures && indexSignatures === ast.indexSignatures ? ast : new TypeLiteral(propertySignatures, indexSignatures);
    }
    case "Union": {
      const types = changeMap(ast.types, (ast2) => encodedAST_(ast2, isBound));
      return types === ast.types ? ast : Union.make(types);
    }
    case "Suspend": {
      let borrowedAnnotations = void 0;
      const identifier2 = getJSONIdentifier(ast);
      if (isSome2(identifier2)) {
        const suffix = isBound ? "Bound" : "";
        borrowedAnnotations = {
          [JSONIdentifierAnnotationId]: `${identifier2.value}Encoded${suffix}`
        };
      }
      return new Suspend(() => encodedAST_(ast.f(), isBound), borrowedAnnotations);
    }
    case "Refinement": {
      const from = encodedAST_(ast.from, isBound);
      if (isBound) {
        if (from === ast.from) return ast;
        if (getTransformationFrom(ast.from) === void 0 && hasStableFilter(ast)) {
          return new Refinement(from, ast.filter, ast.annotations);
        }
        return from;
      } else {
        return from;
      }
    }
    case "Transformation":
      return encodedAST_(ast.from, isBound);
  }
  return ast;
};
var encodedAST = (ast) => encodedAST_(ast, false);
var toJSONAnnotations = (annotations3) => {
  const out2 = {};
  for (const k of Object.getOwnPropertySymbols(annotations3)) {
    out2[String(k)] = annotations3[k];
  }
  return out2;
};
var getEncodedParameter = (ast) => {
  switch (ast._tag) {
    case "StringKeyword":
    case "SymbolKeyword":
    case "TemplateLiteral":
      return ast;
    case "Refinement":
      return getEncodedParameter(ast.from);
  }
};
var compose = (ab, cd) => new Transformation(ab, cd, composeTransformation);
var formatKeyword = (ast) => getOrElse3(getExpected(ast), () => ast._tag);
function getBrands(ast) {
  return match2(getBrandAnnotation(ast), {
    onNone: () => "",
    onSome: (brands) => brands.map((brand2) => ` & Brand<${formatUnknown(brand2)}>`).join("")
  });
}
var getOrElseExpected = (ast) => getTitleAnnotation(ast).pipe(orElse(() => getDescriptionAnnotation(ast)), orElse(() => getAutoTitleAnnotation(ast)), map2((s) => s + getBrands(ast)));
var getExpected = (ast) => orElse(getIdentifierAnnotation(ast), () => getOrElseExpected(ast));

// ../../node_modules/.pnpm/effect@3.22.4/node_modules/effect/dist/esm/ParseResult.js
var Pointer = class {
  path;
  actual;
  issue;
  /**
   * @since 3.10.0
   */
  _tag = "Pointer";
  constructor(path, actual, issue) {
    this.path = path;
    this.actual = actual;
    this.issue = issue;
  }
};
var Unexpected = class {
  actual;
  message;
  /**
   * @since 3.10.0
   */
  _tag = "Unexpected";
  constructor(actual, message2) {
    this.actual = actual;
    this.message = message2;
  }
};
var Missing = class {
  ast;
  message;
  /**
   * @since 3.10.0
   */
  _tag = "Missing";
  /**
   * @since 3.10.0
   */
  actual = void 0;
  constructor(ast, message2) {
    this.ast = ast;
    this.message = message2;
  }
};
var Composite2 = class {
  ast;
  actual;
  issues;
  output;
  /**
   * @since 3.10.0
   */
  _tag = "Composite";
  constructor(ast, actual, issues, output) {
    this.ast = ast;
    this.actual = actual;
    this.issues = issues;
    this.output = output;
  }
};
var Refinement2 = class {
  ast;
  actual;
  kind;
  issue;
  /**
   * @since 3.10.0
   */
  _tag = "Refinement";
  constructor(ast, actual, kind3, issue) {
    this.ast = ast;
    this.actual = actual;
    this.kind = kind3;
    this.issue = issue;
  }
};
var Transformation2 = class {
  ast;
  actual;
  kind;
  issue;
  /**
   * @since 3.10.0
   */
  _tag = "Transformation";
  constructor(ast, actual, kind3, issue) {
    this.ast = ast;
    this.actual = actual;
    this.kind = kind3;
    this.issue = issue;
  }
};
var Type2 = class {
  ast;
  actual;
  message;
  /**
   * @since 3.10.0
   */
  _tag = "Type";
  constructor(ast, actual, message2) {
    this.ast = ast;
    this.actual = actual;
    this.message = message2;
  }
};
var Forbidden = class {
  ast;
  actual;
  message;
  /**
   * @since 3.10.0
   */
  _tag = "Forbidden";
  constructor(ast, actual, message2) {
    this.ast = ast;
    this.actual = actual;
    this.message = message2;
  }
};
var ParseErrorTypeId = /* @__PURE__ */ Symbol.for("effect/Schema/ParseErrorTypeId");
var ParseError = class extends (/* @__PURE__ */ TaggedError("ParseError")) {
  /**
   * @since 3.10.0
   */
  [ParseErrorTypeId] = ParseErrorTypeId;
  get message() {
    return this.toString();
  }
  /**
   * @since 3.10.0
   */
  toString() {
    return TreeFormatter.formatIssueSync(this.issue);
  }
  /**
   * @since 3.10.0
   */
  toJSON() {
    return {
      _id: "ParseError",
      message: this.toString()
    };
  }
  /**
   * @since 3.10.0
   */
  [NodeInspectSymbol]() {
    return this.toJSON();
  }
};
var parseError = (issue) => new ParseError({
  issue
});
var succeed8 = right2;
var fail8 = left2;
var _try = try_;
var isEither3 = isEither2;
var flatMap12 = /* @__PURE__ */ dual(2, (self, f2) => {
  return isEither3(self) ? match(self, {
    onLeft: left2,
    onRight: f2
  }) : flatMap11(self, f2);
});
var map14 = /* @__PURE__ */ dual(2, (self, f2) => {
  return isEither3(self) ? map(self, f2) : map12(self, f2);
});
var mapError4 = /* @__PURE__ */ dual(2, (self, f2) => {
  return isEither3(self) ? mapLeft(self, f2) : mapError2(self, f2);
});
var mapBoth4 = /* @__PURE__ */ dual(2, (self, options2) => {
  return isEither3(self) ? mapBoth(self, {
    onLeft: options2.onFailure,
    onRight: options2.onSuccess
  }) : mapBoth3(self, options2);
});
var orElse5 = /* @__PURE__ */ dual(2, (self, f2) => {
  return isEither3(self) ? match(self, {
    onLeft: f2,
    onRight: right2
  }) : catchAll3(self, f2);
});
var mergeInternalOptions = (options2, overrideOptions) => {
  if (overrideOptions === void 0 || isNumber(overrideOptions)) {
    return options2;
  }
  if (options2 === void 0) {
    return overrideOptions;
  }
  return {
    ...options2,
    ...overrideOptions
  };
};
var getEither = (ast, isDecoding, options2) => {
  const parser = goMemo(ast, isDecoding);
  return (u, overrideOptions) => parser(u, mergeInternalOptions(options2, overrideOptions));
};
var getSync = (ast, isDecoding, options2) => {
  const parser = getEither(ast, isDecoding, options2);
  return (input, overrideOptions) => getOrThrowWith(parser(input, overrideOptions), parseError);
};
var getEffect = (ast, isDecoding, options2) => {
  const parser = goMemo(ast, isDecoding);
  return (input, overrideOptions) => parser(input, {
    ...mergeInternalOptions(options2, overrideOptions),
    isEffectAllowed: true
  });
};
var decodeUnknownEither = (schema, options2) => getEither(schema.ast, true, options2);
var decodeUnknown = (schema, options2) => getEffect(schema.ast, true, options2);
var encodeUnknownEither = (schema, options2) => getEither(schema.ast, false, options2);
var encodeUnknown = (schema, options2) => getEffect(schema.ast, false, options2);
var validateSync = (schema, options2) => getSync(typeAST(schema.ast), true, options2);
var is = (schema, options2) => {
  const parser = goMemo(typeAST(schema.ast), true);
  return (u, overrideOptions) => isRight2(parser(u, {
    exact: true,
    ...mergeInternalOptions(options2, overrideOptions)
  }));
};
var decodeMemoMap = /* @__PURE__ */ globalValue(/* @__PURE__ */ Symbol.for("effect/ParseResult/decodeMemoMap"), () => /* @__PURE__ */ new WeakMap());
var encodeMemoMap = /* @__PURE__ */ globalValue(/* @__PURE__ */ Symbol.for("effect/ParseResult/encodeMemoMap"), () => /* @__PURE__ */ new WeakMap());
var goMemo = (ast, isDecoding) => {
  const memoMap = isDecoding ? decodeMemoMap : encodeMemoMap;
  const memo = memoMap.get(ast);
  if (memo) {
    return memo;
  }
  const raw = go(ast, isDecoding);
  const parseOptionsAnnotation = getParseOptionsAnnotation(ast);
  const parserWithOptions = isSome2(parseOptionsAnnotation) ? (i, options2) => raw(i, mergeInternalOptions(options2, parseOptionsAnnotation.value)) : raw;
  const decodingFallbackAnnotation = getDecodingFallbackAnnotation(ast);
  const parser = isDecoding && isSome2(decodingFallbackAnnotation) ? (i, options2) => handleForbidden(orElse5(parserWithOptions(i, options2), decodingFallbackAnnotation.value), ast, i, options2) : parserWithOptions;
  memoMap.set(ast, parser);
  return parser;
};
var getConcurrency = (ast) => getOrUndefined(getConcurrencyAnnotation(ast));
var getBatching = (ast) => getOrUndefined(getBatchingAnnotation(ast));
var go = (ast, isDecoding) => {
  switch (ast._tag) {
    case "Refinement": {
      if (isDecoding) {
        const from = goMemo(ast.from, true);
        return (i, options2) => {
          options2 = options2 ?? defaultParseOption;
          const allErrors = options2?.errors === "all";
          const result2 = flatMap12(orElse5(from(i, options2), (ef) => {
            const issue = new Refinement2(ast, i, "From", ef);
            if (allErrors && hasStableFilter(ast) && isComposite2(ef)) {
              return match2(ast.filter(i, options2, ast), {
                onNone: () => left2(issue),
                onSome: (ep) => left2(new Composite2(ast, i, [issue, new Refinement2(ast, i, "Predicate", ep)]))
              });
            }
            return left2(issue);
          }), (a) => match2(ast.filter(a, options2, ast), {
            onNone: () => right2(a),
            onSome: (ep) => left2(new Refinement2(ast, i, "Predicate", ep))
          }));
          return handleForbidden(result2, ast, i, options2);
        };
      } else {
        const from = goMemo(typeAST(ast), true);
        const to = goMemo(dropRightRefinement(ast.from), false);
        return (i, options2) => handleForbidden(flatMap12(from(i, options2), (a) => to(a, options2)), ast, i, options2);
      }
    }
    case "Transformation": {
      const transform3 = getFinalTransformation(ast.transformation, isDecoding);
      const from = isDecoding ? goMemo(ast.from, true) : goMemo(ast.to, false);
      const to = isDecoding ? goMemo(ast.to, true) : goMemo(ast.from, false);
      return (i, options2) => handleForbidden(flatMap12(mapError4(from(i, options2), (e) => new Transformation2(ast, i, isDecoding ? "Encoded" : "Type", e)), (a) => flatMap12(mapError4(transform3(a, options2 ?? defaultParseOption, ast, i), (e) => new Transformation2(ast, i, "Transformation", e)), (i2) => mapError4(to(i2, options2), (e) => new Transformation2(ast, i, isDecoding ? "Type" : "Encoded", e)))), ast, i, options2);
    }
    case "Declaration": {
      const parse3 = isDecoding ? ast.decodeUnknown(...ast.typeParameters) : ast.encodeUnknown(...ast.typeParameters);
      return (i, options2) => handleForbidden(parse3(i, options2 ?? defaultParseOption, ast), ast, i, options2);
    }
    case "Literal":
      return fromRefinement(ast, (u) => u === ast.literal);
    case "UniqueSymbol":
      return fromRefinement(ast, (u) => u === ast.symbol);
    case "UndefinedKeyword":
      return fromRefinement(ast, isUndefined);
    case "NeverKeyword":
      return fromRefinement(ast, isNever);
    case "UnknownKeyword":
    case "AnyKeyword":
    case "VoidKeyword":
      return right2;
    case "StringKeyword":
      return fromRefinement(ast, isString);
    case "NumberKeyword":
      return fromRefinement(ast, isNumber);
    case "BooleanKeyword":
      return fromRefinement(ast, isBoolean);
    case "BigIntKeyword":
      return fromRefinement(ast, isBigInt);
    case "SymbolKeyword":
      return fromRefinement(ast, isSymbol);
    case "ObjectKeyword":
      return fromRefinement(ast, isObject);
    case "Enums":
      return fromRefinement(ast, (u) => ast.enums.some(([_, value3]) => value3 === u));
    case "TemplateLiteral": {
      if (ast.spans.every((span2) => isStringKeyword(span2.type))) {
        return fromRefinement(ast, (u) => {
          if (!isString(u) || !u.startsWith(ast.head)) {
            return false;
          }
          let position = ast.head.length;
          for (let i = 0; i < ast.spans.length - 1; i++) {
            const literal2 = ast.spans[i].literal;
            const index = u.indexOf(literal2, position);
            if (index === -1) {
              return false;
            }
            position = index + literal2.length;
          }
          const literal = ast.spans[ast.spans.length - 1].literal;
          return u.endsWith(literal) && u.length - literal.length >= position;
        });
      }
      const regex = getTemplateLiteralRegExp(ast);
      return fromRefinement(ast, (u) => isString(u) && regex.test(u));
    }
    case "TupleType": {
      const elements = ast.elements.map((e) => goMemo(e.type, isDecoding));
      const rest = ast.rest.map((annotatedAST) => goMemo(annotatedAST.type, isDecoding));
      let requiredTypes = ast.elements.filter((e) => !e.isOptional);
      if (ast.rest.length > 0) {
        requiredTypes = requiredTypes.concat(ast.rest.slice(1));
      }
      const requiredLen = requiredTypes.length;
      const expectedIndexes = ast.elements.length > 0 ? ast.elements.map((_, i) => i).join(" | ") : "never";
      const concurrency = getConcurrency(ast);
      const batching = getBatching(ast);
      return (input, options2) => {
        if (!isArray(input)) {
          return left2(new Type2(ast, input));
        }
        const allErrors = options2?.errors === "all";
        const es = [];
        let stepKey = 0;
        const output = [];
        const len = input.length;
        for (let i2 = len; i2 <= requiredLen - 1; i2++) {
          const e = new Pointer(i2, input, new Missing(requiredTypes[i2 - len]));
          if (allErrors) {
            es.push([stepKey++, e]);
            continue;
          } else {
            return left2(new Composite2(ast, input, e, output));
          }
        }
        if (ast.rest.length === 0) {
          for (let i2 = ast.elements.length; i2 <= len - 1; i2++) {
            const e = new Pointer(i2, input, new Unexpected(input[i2], `is unexpected, expected: ${expectedIndexes}`));
            if (allErrors) {
              es.push([stepKey++, e]);
              continue;
            } else {
              return left2(new Composite2(ast, input, e, output));
            }
          }
        }
        let i = 0;
        let queue = void 0;
        for (; i < elements.length; i++) {
          if (len < i + 1) {
            if (ast.elements[i].isOptional) {
              continue;
            }
          } else {
            const parser = elements[i];
            const te = parser(input[i], options2);
            if (isEither3(te)) {
              if (isLeft2(te)) {
                const e = new Pointer(i, input, te.left);
                if (allErrors) {
                  es.push([stepKey++, e]);
                  continue;
                } else {
                  return left2(new Composite2(ast, input, e, sortByIndex(output)));
                }
              }
              output.push([stepKey++, te.right]);
            } else {
              const nk = stepKey++;
              const index = i;
              if (!queue) {
                queue = [];
              }
              queue.push(({
                es: es2,
                output: output2
              }) => flatMap11(either3(te), (t) => {
                if (isLeft2(t)) {
                  const e = new Pointer(index, input, t.left);
                  if (allErrors) {
                    es2.push([nk, e]);
                    return _void;
                  } else {
                    return left2(new Composite2(ast, input, e, sortByIndex(output2)));
                  }
                }
                output2.push([nk, t.right]);
                return _void;
              }));
            }
          }
        }
        if (isNonEmptyReadonlyArray(rest)) {
          const [head4, ...tail] = rest;
          for (; i < len - tail.length; i++) {
            const te = head4(input[i], options2);
            if (isEither3(te)) {
              if (isLeft2(te)) {
                const e = new Pointer(i, input, te.left);
                if (allErrors) {
                  es.push([stepKey++, e]);
                  continue;
                } else {
                  return left2(new Composite2(ast, input, e, sortByIndex(output)));
                }
              } else {
                output.push([stepKey++, te.right]);
              }
            } else {
              const nk = stepKey++;
              const index = i;
              if (!queue) {
                queue = [];
              }
              queue.push(({
                es: es2,
                output: output2
              }) => flatMap11(either3(te), (t) => {
                if (isLeft2(t)) {
                  const e = new Pointer(index, input, t.left);
                  if (allErrors) {
                    es2.push([nk, e]);
                    return _void;
                  } else {
                    return left2(new Composite2(ast, input, e, sortByIndex(output2)));
                  }
                } else {
                  output2.push([nk, t.right]);
                  return _void;
                }
              }));
            }
          }
          for (let j = 0; j < tail.length; j++) {
            const index = i + j;
            if (len < index + 1) {
              continue;
            } else {
              const te = tail[j](input[index], options2);
              if (isEither3(te)) {
                if (isLeft2(te)) {
                  const e = new Pointer(index, input, te.left);
                  if (allErrors) {
                    es.push([stepKey++, e]);
                    continue;
                  } else {
                    return left2(new Composite2(ast, input, e, sortByIndex(output)));
                  }
                }
                output.push([stepKey++, te.right]);
              } else {
                const nk = stepKey++;
                if (!queue) {
                  queue = [];
                }
                queue.push(({
                  es: es2,
                  output: output2
                }) => flatMap11(either3(te), (t) => {
                  if (isLeft2(t)) {
                    const e = new Pointer(index, input, t.left);
                    if (allErrors) {
                      es2.push([nk, e]);
                      return _void;
                    } else {
                      return left2(new Composite2(ast, input, e, sortByIndex(output2)));
                    }
                  }
                  output2.push([nk, t.right]);
                  return _void;
                }));
              }
            }
          }
        }
        const computeResult = ({
          es: es2,
          output: output2
        }) => isNonEmptyArray2(es2) ? left2(new Composite2(ast, input, sortByIndex(es2), sortByIndex(output2))) : right2(sortByIndex(output2));
        if (queue && queue.length > 0) {
          const cqueue = queue;
          return suspend4(() => {
            const state = {
              es: copy(es),
              output: copy(output)
            };
            return flatMap11(forEach8(cqueue, (f2) => f2(state), {
              concurrency,
              batching,
              discard: true
            }), () => computeResult(state));
          });
        }
        return computeResult({
          output,
          es
        });
      };
    }
    case "TypeLiteral": {
      if (ast.propertySignatures.length === 0 && ast.indexSignatures.length === 0) {
        return fromRefinement(ast, isNotNullable);
      }
      const propertySignatures = [];
      const expectedKeysMap = {};
      const expectedKeys = [];
      for (const ps of ast.propertySignatures) {
        propertySignatures.push([goMemo(ps.type, isDecoding), ps]);
        expectedKeysMap[ps.name] = null;
        expectedKeys.push(ps.name);
      }
      const indexSignatures = ast.indexSignatures.map((is2) => [goMemo(is2.parameter, isDecoding), goMemo(is2.type, isDecoding), is2.parameter]);
      const expectedAST = Union.make(ast.indexSignatures.map((is2) => is2.parameter).concat(expectedKeys.map((key3) => isSymbol(key3) ? new UniqueSymbol(key3) : new Literal(key3))));
      const expected = goMemo(expectedAST, isDecoding);
      const concurrency = getConcurrency(ast);
      const batching = getBatching(ast);
      return (input, options2) => {
        if (!isRecord(input)) {
          return left2(new Type2(ast, input));
        }
        const allErrors = options2?.errors === "all";
        const es = [];
        let stepKey = 0;
        const onExcessPropertyError = options2?.onExcessProperty === "error";
        const onExcessPropertyPreserve = options2?.onExcessProperty === "preserve";
        const output = {};
        let inputKeys;
        if (onExcessPropertyError || onExcessPropertyPreserve) {
          inputKeys = Reflect.ownKeys(input);
          for (const key3 of inputKeys) {
            const te = expected(key3, options2);
            if (isEither3(te) && isLeft2(te)) {
              if (onExcessPropertyError) {
                const e = new Pointer(key3, input, new Unexpected(input[key3], `is unexpected, expected: ${String(expectedAST)}`));
                if (allErrors) {
                  es.push([stepKey++, e]);
                  continue;
                } else {
                  return left2(new Composite2(ast, input, e, output));
                }
              } else {
                output[key3] = input[key3];
              }
            }
          }
        }
        let queue = void 0;
        const isExact = options2?.exact === true;
        for (let i = 0; i < propertySignatures.length; i++) {
          const ps = propertySignatures[i][1];
          const name = ps.name;
          const hasKey = Object.prototype.hasOwnProperty.call(input, name);
          if (!hasKey) {
            if (ps.isOptional) {
              continue;
            } else if (isExact) {
              const e = new Pointer(name, input, new Missing(ps));
              if (allErrors) {
                es.push([stepKey++, e]);
                continue;
              } else {
                return left2(new Composite2(ast, input, e, output));
              }
            }
          }
          const parser = propertySignatures[i][0];
          const te = parser(input[name], options2);
          if (isEither3(te)) {
            if (isLeft2(te)) {
              const e = new Pointer(name, input, hasKey ? te.left : new Missing(ps));
              if (allErrors) {
                es.push([stepKey++, e]);
                continue;
              } else {
                return left2(new Composite2(ast, input, e, output));
              }
            }
            output[name] = te.right;
          } else {
            const nk = stepKey++;
            const index = name;
            if (!queue) {
              queue = [];
            }
            queue.push(({
              es: es2,
              output: output2
            }) => flatMap11(either3(te), (t) => {
              if (isLeft2(t)) {
                const e = new Pointer(index, input, hasKey ? t.left : new Missing(ps));
                if (allErrors) {
                  es2.push([nk, e]);
                  return _void;
                } else {
                  return left2(new Composite2(ast, input, e, output2));
                }
              }
              output2[index] = t.right;
              return _void;
            }));
          }
        }
        for (let i = 0; i < indexSignatures.length; i++) {
          const indexSignature = indexSignatures[i];
          const parameter = indexSignature[0];
          const type = indexSignature[1];
          const keys5 = getKeysForIndexSignature(input, indexSignature[2]);
          for (const key3 of keys5) {
            const keu = parameter(key3, options2);
            if (isEither3(keu) && isRight2(keu)) {
              const vpr = type(input[key3], options2);
              if (isEither3(vpr)) {
                if (isLeft2(vpr)) {
                  const e = new Pointer(key3, input, vpr.left);
                  if (allErrors) {
                    es.push([stepKey++, e]);
                    continue;
                  } else {
                    return left2(new Composite2(ast, input, e, output));
                  }
                } else {
                  if (!Object.prototype.hasOwnProperty.call(expectedKeysMap, key3)) {
                    output[key3] = vpr.right;
                  }
                }
              } else {
                const nk = stepKey++;
                const index = key3;
                if (!queue) {
                  queue = [];
                }
                queue.push(({
                  es: es2,
                  output: output2
                }) => flatMap11(either3(vpr), (tv) => {
                  if (isLeft2(tv)) {
                    const e = new Pointer(index, input, tv.left);
                    if (allErrors) {
                      es2.push([nk, e]);
                      return _void;
                    } else {
                      return left2(new Composite2(ast, input, e, output2));
                    }
                  } else {
                    if (!Object.prototype.hasOwnProperty.call(expectedKeysMap, key3)) {
                      output2[key3] = tv.right;
                    }
                    return _void;
                  }
                }));
              }
            }
          }
        }
        const computeResult = ({
          es: es2,
          output: output2
        }) => {
          if (isNonEmptyArray2(es2)) {
            return left2(new Composite2(ast, input, sortByIndex(es2), output2));
          }
          if (options2?.propertyOrder === "original") {
            const keys5 = inputKeys || Reflect.ownKeys(input);
            for (const name of expectedKeys) {
              if (keys5.indexOf(name) === -1) {
                keys5.push(name);
              }
            }
            const out2 = {};
            for (const key3 of keys5) {
              if (Object.prototype.hasOwnProperty.call(output2, key3)) {
                out2[key3] = output2[key3];
              }
            }
            return right2(out2);
          }
          return right2(output2);
        };
        if (queue && queue.length > 0) {
          const cqueue = queue;
          return suspend4(() => {
            const state = {
              es: copy(es),
              output: Object.assign({}, output)
            };
            return flatMap11(forEach8(cqueue, (f2) => f2(state), {
              concurrency,
              batching,
              discard: true
            }), () => computeResult(state));
          });
        }
        return computeResult({
          es,
          output
        });
      };
    }
    case "Union": {
      const searchTree = getSearchTree(ast.types, isDecoding);
      const ownKeys = Reflect.ownKeys(searchTree.keys);
      const ownKeysLen = ownKeys.length;
      const astTypesLen = ast.types.length;
      const map15 = /* @__PURE__ */ new Map();
      for (let i = 0; i < astTypesLen; i++) {
        map15.set(ast.types[i], goMemo(ast.types[i], isDecoding));
      }
      const concurrency = getConcurrency(ast) ?? 1;
      const batching = getBatching(ast);
      return (input, options2) => {
        const es = [];
        let stepKey = 0;
        let candidates = [];
        if (ownKeysLen > 0) {
          if (isRecordOrArray(input)) {
            for (let i = 0; i < ownKeysLen; i++) {
              const name = ownKeys[i];
              const buckets = searchTree.keys[name].buckets;
              if (Object.prototype.hasOwnProperty.call(input, name)) {
                const literal = String(input[name]);
                if (Object.prototype.hasOwnProperty.call(buckets, literal)) {
                  candidates = candidates.concat(buckets[literal]);
                } else {
                  const {
                    candidates: candidates2,
                    literals
                  } = searchTree.keys[name];
                  const literalsUnion = Union.make(literals);
                  const errorAst = candidates2.length === astTypesLen ? new TypeLiteral([new PropertySignature(name, literalsUnion, false, true)], []) : Union.make(candidates2);
                  es.push([stepKey++, new Composite2(errorAst, input, new Pointer(name, input, new Type2(literalsUnion, input[name])))]);
                }
              } else {
                const {
                  candidates: candidates2,
                  literals
                } = searchTree.keys[name];
                const fakePropertySignature = new PropertySignature(name, Union.make(literals), false, true);
                const errorAst = candidates2.length === astTypesLen ? new TypeLiteral([fakePropertySignature], []) : Union.make(candidates2);
                es.push([stepKey++, new Composite2(errorAst, input, new Pointer(name, input, new Missing(fakePropertySignature)))]);
              }
            }
          } else {
            const errorAst = searchTree.candidates.length === astTypesLen ? ast : Union.make(searchTree.candidates);
            es.push([stepKey++, new Type2(errorAst, input)]);
          }
        }
        if (searchTree.otherwise.length > 0) {
          candidates = candidates.concat(searchTree.otherwise);
        }
        let queue = void 0;
        for (let i = 0; i < candidates.length; i++) {
          const candidate = candidates[i];
          const pr = map15.get(candidate)(input, options2);
          if (isEither3(pr) && (!queue || queue.length === 0)) {
            if (isRight2(pr)) {
              return pr;
            } else {
              es.push([stepKey++, pr.left]);
            }
          } else {
            const nk = stepKey++;
            if (!queue) {
              queue = [];
            }
            queue.push((state) => suspend4(() => {
              if ("finalResult" in state) {
                return _void;
              } else {
                return flatMap11(either3(pr), (t) => {
                  if (isRight2(t)) {
                    state.finalResult = t;
                  } else {
                    state.es.push([nk, t.left]);
                  }
                  return _void;
                });
              }
            }));
          }
        }
        const computeResult = (es2) => isNonEmptyArray2(es2) ? es2.length === 1 && es2[0][1]._tag === "Type" ? left2(es2[0][1]) : left2(new Composite2(ast, input, sortByIndex(es2))) : (
          // this should never happen
          left2(new Type2(ast, input))
        );
        if (queue && queue.length > 0) {
          const cqueue = queue;
          return suspend4(() => {
            const state = {
              es: copy(es)
            };
            return flatMap11(forEach8(cqueue, (f2) => f2(state), {
              concurrency,
              batching,
              discard: true
            }), () => {
              if ("finalResult" in state) {
                return state.finalResult;
              }
              return computeResult(state.es);
            });
          });
        }
        return computeResult(es);
      };
    }
    case "Suspend": {
      const get13 = memoizeThunk(() => goMemo(ast.f(), isDecoding));
      return (a, options2) => get13()(a, options2);
    }
  }
};
var fromRefinement = (ast, refinement) => (u) => refinement(u) ? right2(u) : left2(new Type2(ast, u));
var getLiterals = (ast, isDecoding) => {
  switch (ast._tag) {
    case "Declaration": {
      const annotation = getSurrogateAnnotation(ast);
      if (isSome2(annotation)) {
        return getLiterals(annotation.value, isDecoding);
      }
      break;
    }
    case "TypeLiteral": {
      const out2 = [];
      for (let i = 0; i < ast.propertySignatures.length; i++) {
        const propertySignature2 = ast.propertySignatures[i];
        const type = isDecoding ? encodedAST(propertySignature2.type) : typeAST(propertySignature2.type);
        if (isLiteral(type) && !propertySignature2.isOptional) {
          out2.push([propertySignature2.name, type]);
        }
      }
      return out2;
    }
    case "TupleType": {
      const out2 = [];
      for (let i = 0; i < ast.elements.length; i++) {
        const element = ast.elements[i];
        const type = isDecoding ? encodedAST(element.type) : typeAST(element.type);
        if (isLiteral(type) && !element.isOptional) {
          out2.push([i, type]);
        }
      }
      return out2;
    }
    case "Refinement":
      return getLiterals(ast.from, isDecoding);
    case "Suspend":
      return getLiterals(ast.f(), isDecoding);
    case "Transformation":
      return getLiterals(isDecoding ? ast.from : ast.to, isDecoding);
  }
  return [];
};
var getSearchTree = (members3, isDecoding) => {
  const keys5 = {};
  const otherwise = [];
  const candidates = [];
  for (let i = 0; i < members3.length; i++) {
    const member = members3[i];
    const tags = getLiterals(member, isDecoding);
    if (tags.length > 0) {
      candidates.push(member);
      for (let j = 0; j < tags.length; j++) {
        const [key3, literal] = tags[j];
        const hash3 = String(literal.literal);
        keys5[key3] = keys5[key3] || {
          buckets: {},
          literals: [],
          candidates: []
        };
        const buckets = keys5[key3].buckets;
        if (Object.prototype.hasOwnProperty.call(buckets, hash3)) {
          if (j < tags.length - 1) {
            continue;
          }
          buckets[hash3].push(member);
          keys5[key3].literals.push(literal);
          keys5[key3].candidates.push(member);
        } else {
          buckets[hash3] = [member];
          keys5[key3].literals.push(literal);
          keys5[key3].candidates.push(member);
          break;
        }
      }
    } else {
      otherwise.push(member);
    }
  }
  return {
    keys: keys5,
    otherwise,
    candidates
  };
};
var dropRightRefinement = (ast) => isRefinement(ast) ? dropRightRefinement(ast.from) : ast;
var handleForbidden = (effect2, ast, actual, options2) => {
  if (options2?.isEffectAllowed === true) {
    return effect2;
  }
  if (isEither3(effect2)) {
    return effect2;
  }
  const scheduler = new SyncScheduler();
  const fiber = runFork2(effect2, {
    scheduler
  });
  scheduler.flush();
  const exit4 = fiber.unsafePoll();
  if (exit4) {
    if (isSuccess(exit4)) {
      return right2(exit4.value);
    }
    const cause2 = exit4.cause;
    if (isFailType2(cause2)) {
      return left2(cause2.error);
    }
    return left2(new Forbidden(ast, actual, pretty2(cause2)));
  }
  return left2(new Forbidden(ast, actual, "cannot be be resolved synchronously, this is caused by using runSync on an effect that performs async work"));
};
var compare = ([a], [b]) => a > b ? 1 : a < b ? -1 : 0;
function sortByIndex(es) {
  return es.sort(compare).map((t) => t[1]);
}
var getFinalTransformation = (transformation2, isDecoding) => {
  switch (transformation2._tag) {
    case "FinalTransformation":
      return isDecoding ? transformation2.decode : transformation2.encode;
    case "ComposeTransformation":
      return right2;
    case "TypeLiteralTransformation":
      return (input) => {
        let out2 = right2(input);
        for (const pst of transformation2.propertySignatureTransformations) {
          const [from, to] = isDecoding ? [pst.from, pst.to] : [pst.to, pst.from];
          const transformation3 = isDecoding ? pst.decode : pst.encode;
          const f2 = (input2) => {
            const o = transformation3(Object.prototype.hasOwnProperty.call(input2, from) ? some2(input2[from]) : none2());
            delete input2[from];
            if (isSome2(o)) {
              input2[to] = o.value;
            }
            return input2;
          };
          out2 = map14(out2, f2);
        }
        return out2;
      };
  }
};
var makeTree = (value3, forest = []) => ({
  value: value3,
  forest
});
var TreeFormatter = {
  formatIssue: (issue) => map14(formatTree(issue), drawTree),
  formatIssueSync: (issue) => {
    const e = TreeFormatter.formatIssue(issue);
    return isEither3(e) ? getOrThrow(e) : runSync(e);
  },
  formatError: (error) => TreeFormatter.formatIssue(error.issue),
  formatErrorSync: (error) => TreeFormatter.formatIssueSync(error.issue)
};
var drawTree = (tree) => tree.value + draw("\n", tree.forest);
var draw = (indentation, forest) => {
  let r = "";
  const len = forest.length;
  let tree;
  for (let i = 0; i < len; i++) {
    tree = forest[i];
    const isLast = i === len - 1;
    r += indentation + (isLast ? "\u2514" : "\u251C") + "\u2500 " + tree.value;
    r += draw(indentation + (len > 1 && !isLast ? "\u2502  " : "   "), tree.forest);
  }
  return r;
};
var formatTransformationKind = (kind3) => {
  switch (kind3) {
    case "Encoded":
      return "Encoded side transformation failure";
    case "Transformation":
      return "Transformation process failure";
    case "Type":
      return "Type side transformation failure";
  }
};
var formatRefinementKind = (kind3) => {
  switch (kind3) {
    case "From":
      return "From side refinement failure";
    case "Predicate":
      return "Predicate refinement failure";
  }
};
var getAnnotated = (issue) => "ast" in issue ? some2(issue.ast) : none2();
var Either_void = /* @__PURE__ */ right2(void 0);
var getCurrentMessage = (issue) => getAnnotated(issue).pipe(flatMap2(getMessageAnnotation), match2({
  onNone: () => Either_void,
  onSome: (messageAnnotation) => {
    const union5 = messageAnnotation(issue);
    if (isString(union5)) {
      return right2({
        message: union5,
        override: false
      });
    }
    if (isEffect2(union5)) {
      return map12(union5, (message2) => ({
        message: message2,
        override: false
      }));
    }
    if (isString(union5.message)) {
      return right2({
        message: union5.message,
        override: union5.override
      });
    }
    return map12(union5.message, (message2) => ({
      message: message2,
      override: union5.override
    }));
  }
}));
var createParseIssueGuard = (tag) => (issue) => issue._tag === tag;
var isComposite2 = /* @__PURE__ */ createParseIssueGuard("Composite");
var isRefinement2 = /* @__PURE__ */ createParseIssueGuard("Refinement");
var isTransformation2 = /* @__PURE__ */ createParseIssueGuard("Transformation");
var getMessage = (issue) => flatMap12(getCurrentMessage(issue), (currentMessage) => {
  if (currentMessage !== void 0) {
    const useInnerMessage = !currentMessage.override && (isComposite2(issue) || isRefinement2(issue) && issue.kind === "From" || isTransformation2(issue) && issue.kind !== "Transformation");
    return useInnerMessage ? isTransformation2(issue) || isRefinement2(issue) ? getMessage(issue.issue) : Either_void : right2(currentMessage.message);
  }
  return Either_void;
});
var getParseIssueTitleAnnotation2 = (issue) => getAnnotated(issue).pipe(flatMap2(getParseIssueTitleAnnotation), flatMapNullable((annotation) => annotation(issue)), getOrUndefined);
function getRefinementExpected(ast) {
  return getDescriptionAnnotation(ast).pipe(orElse(() => getTitleAnnotation(ast)), orElse(() => getAutoTitleAnnotation(ast)), orElse(() => getIdentifierAnnotation(ast)), getOrElse3(() => `{ ${ast.from} | filter }`));
}
function getDefaultTypeMessage(issue) {
  if (issue.message !== void 0) {
    return issue.message;
  }
  const expected = isRefinement(issue.ast) ? getRefinementExpected(issue.ast) : String(issue.ast);
  return `Expected ${expected}, actual ${formatUnknown(issue.actual)}`;
}
var formatTypeMessage = (issue) => map14(getMessage(issue), (message2) => message2 ?? getParseIssueTitleAnnotation2(issue) ?? getDefaultTypeMessage(issue));
var getParseIssueTitle = (issue) => getParseIssueTitleAnnotation2(issue) ?? String(issue.ast);
var formatForbiddenMessage = (issue) => issue.message ?? "is forbidden";
var formatUnexpectedMessage = (issue) => issue.message ?? "is unexpected";
var formatMissingMessage = (issue) => {
  const missingMessageAnnotation = getMissingMessageAnnotation(issue.ast);
  if (isSome2(missingMessageAnnotation)) {
    const annotation = missingMessageAnnotation.value();
    return isString(annotation) ? right2(annotation) : annotation;
  }
  return right2(issue.message ?? "is missing");
};
var formatTree = (issue) => {
  switch (issue._tag) {
    case "Type":
      return map14(formatTypeMessage(issue), makeTree);
    case "Forbidden":
      return right2(makeTree(getParseIssueTitle(issue), [makeTree(formatForbiddenMessage(issue))]));
    case "Unexpected":
      return right2(makeTree(formatUnexpectedMessage(issue)));
    case "Missing":
      return map14(formatMissingMessage(issue), makeTree);
    case "Transformation":
      return flatMap12(getMessage(issue), (message2) => {
        if (message2 !== void 0) {
          return right2(makeTree(message2));
        }
        return map14(formatTree(issue.issue), (tree) => makeTree(getParseIssueTitle(issue), [makeTree(formatTransformationKind(issue.kind), [tree])]));
      });
    case "Refinement":
      return flatMap12(getMessage(issue), (message2) => {
        if (message2 !== void 0) {
          return right2(makeTree(message2));
        }
        return map14(formatTree(issue.issue), (tree) => makeTree(getParseIssueTitle(issue), [makeTree(formatRefinementKind(issue.kind), [tree])]));
      });
    case "Pointer":
      return map14(formatTree(issue.issue), (tree) => makeTree(formatPath(issue.path), [tree]));
    case "Composite":
      return flatMap12(getMessage(issue), (message2) => {
        if (message2 !== void 0) {
          return right2(makeTree(message2));
        }
        const parseIssueTitle = getParseIssueTitle(issue);
        return isNonEmpty2(issue.issues) ? map14(forEach8(issue.issues, formatTree), (forest) => makeTree(parseIssueTitle, forest)) : map14(formatTree(issue.issues), (tree) => makeTree(parseIssueTitle, [tree]));
      });
  }
};
var makeArrayFormatterIssue = (_tag, path, message2) => ({
  _tag,
  path,
  message: message2
});
var ArrayFormatter = {
  formatIssue: (issue) => getArrayFormatterIssues(issue, void 0, []),
  formatIssueSync: (issue) => {
    const e = ArrayFormatter.formatIssue(issue);
    return isEither3(e) ? getOrThrow(e) : runSync(e);
  },
  formatError: (error) => ArrayFormatter.formatIssue(error.issue),
  formatErrorSync: (error) => ArrayFormatter.formatIssueSync(error.issue)
};
var getArrayFormatterIssues = (issue, parentTag, path) => {
  const _tag = issue._tag;
  switch (_tag) {
    case "Type":
      return map14(formatTypeMessage(issue), (message2) => [makeArrayFormatterIssue(parentTag ?? _tag, path, message2)]);
    case "Forbidden":
      return right2([makeArrayFormatterIssue(_tag, path, formatForbiddenMessage(issue))]);
    case "Unexpected":
      return right2([makeArrayFormatterIssue(_tag, path, formatUnexpectedMessage(issue))]);
    case "Missing":
      return map14(formatMissingMessage(issue), (message2) => [makeArrayFormatterIssue(_tag, path, message2)]);
    case "Pointer":
      return getArrayFormatterIssues(issue.issue, void 0, path.concat(issue.path));
    case "Composite":
      return flatMap12(getMessage(issue), (message2) => {
        if (message2 !== void 0) {
          return right2([makeArrayFormatterIssue(_tag, path, message2)]);
        }
        return isNonEmpty2(issue.issues) ? map14(forEach8(issue.issues, (issue2) => getArrayFormatterIssues(issue2, void 0, path)), flatten) : getArrayFormatterIssues(issue.issues, void 0, path);
      });
    case "Refinement":
      return flatMap12(getMessage(issue), (message2) => {
        if (message2 !== void 0) {
          return right2([makeArrayFormatterIssue(_tag, path, message2)]);
        }
        return getArrayFormatterIssues(issue.issue, issue.kind === "Predicate" ? _tag : void 0, path);
      });
    case "Transformation":
      return flatMap12(getMessage(issue), (message2) => {
        if (message2 !== void 0) {
          return right2([makeArrayFormatterIssue(_tag, path, message2)]);
        }
        return getArrayFormatterIssues(issue.issue, issue.kind === "Transformation" ? _tag : void 0, path);
      });
  }
};

// ../../node_modules/.pnpm/effect@3.22.4/node_modules/effect/dist/esm/Redacted.js
var isRedacted2 = isRedacted;
var make39 = make38;
var value2 = value;
var getEquivalence5 = (isEquivalent) => make3((x, y) => isEquivalent(value2(x), value2(y)));

// ../../node_modules/.pnpm/effect@3.22.4/node_modules/effect/dist/esm/Struct.js
var pick2 = /* @__PURE__ */ dual((args2) => isObject(args2[0]), (s, ...keys5) => {
  const out2 = {};
  for (const k of keys5) {
    if (k in s) {
      out2[k] = s[k];
    }
  }
  return out2;
});
var omit2 = /* @__PURE__ */ dual((args2) => isObject(args2[0]), (s, ...keys5) => {
  const out2 = {
    ...s
  };
  for (const k of keys5) {
    delete out2[k];
  }
  return out2;
});

// ../../node_modules/.pnpm/effect@3.22.4/node_modules/effect/dist/esm/Schema.js
var TypeId17 = /* @__PURE__ */ Symbol.for("effect/Schema");
function make40(ast) {
  return class SchemaClass {
    [TypeId17] = variance5;
    static ast = ast;
    static annotations(annotations3) {
      return make40(mergeSchemaAnnotations(this.ast, annotations3));
    }
    static pipe() {
      return pipeArguments(this, arguments);
    }
    static toString() {
      return String(ast);
    }
    static Type;
    static Encoded;
    static Context;
    static [TypeId17] = variance5;
  };
}
var variance5 = {
  /* c8 ignore next */
  _A: (_) => _,
  /* c8 ignore next */
  _I: (_) => _,
  /* c8 ignore next */
  _R: (_) => _
};
var builtInAnnotations = {
  typeConstructor: TypeConstructorAnnotationId,
  schemaId: SchemaIdAnnotationId,
  message: MessageAnnotationId,
  missingMessage: MissingMessageAnnotationId,
  identifier: IdentifierAnnotationId,
  title: TitleAnnotationId,
  description: DescriptionAnnotationId,
  examples: ExamplesAnnotationId,
  default: DefaultAnnotationId,
  documentation: DocumentationAnnotationId,
  jsonSchema: JSONSchemaAnnotationId,
  arbitrary: ArbitraryAnnotationId,
  pretty: PrettyAnnotationId,
  equivalence: EquivalenceAnnotationId,
  concurrency: ConcurrencyAnnotationId,
  batching: BatchingAnnotationId,
  parseIssueTitle: ParseIssueTitleAnnotationId,
  parseOptions: ParseOptionsAnnotationId,
  decodingFallback: DecodingFallbackAnnotationId
};
var toASTAnnotations = (annotations3) => {
  if (!annotations3) {
    return {};
  }
  const out2 = {
    ...annotations3
  };
  for (const key3 in builtInAnnotations) {
    if (key3 in annotations3) {
      const id2 = builtInAnnotations[key3];
      out2[id2] = annotations3[key3];
      delete out2[key3];
    }
  }
  return out2;
};
var mergeSchemaAnnotations = (ast, annotations3) => annotations(ast, toASTAnnotations(annotations3));
function asSchema(schema) {
  return schema;
}
var encodedSchema = (schema) => make40(encodedAST(schema.ast));
var typeSchema = (schema) => make40(typeAST(schema.ast));
var encodeUnknownEither2 = (schema, options2) => {
  const encodeUnknownEither3 = encodeUnknownEither(schema, options2);
  return (u, overrideOptions) => mapLeft(encodeUnknownEither3(u, overrideOptions), parseError);
};
var encodeEither = encodeUnknownEither2;
var decodeUnknown2 = (schema, options2) => {
  const decodeUnknown3 = decodeUnknown(schema, options2);
  return (u, overrideOptions) => mapError4(decodeUnknown3(u, overrideOptions), parseError);
};
var decodeUnknownEither2 = (schema, options2) => {
  const decodeUnknownEither3 = decodeUnknownEither(schema, options2);
  return (u, overrideOptions) => mapLeft(decodeUnknownEither3(u, overrideOptions), parseError);
};
var decode4 = decodeUnknown2;
var decodeEither = decodeUnknownEither2;
var isSchema = (u) => hasProperty(u, TypeId17) && isObject(u[TypeId17]);
function getDefaultLiteralAST(literals) {
  return isMembers(literals) ? Union.make(mapMembers(literals, (literal) => new Literal(literal))) : new Literal(literals[0]);
}
function makeLiteralClass(literals, ast = getDefaultLiteralAST(literals)) {
  return class LiteralClass extends make40(ast) {
    static annotations(annotations3) {
      return makeLiteralClass(this.literals, mergeSchemaAnnotations(this.ast, annotations3));
    }
    static literals = [...literals];
  };
}
function Literal2(...literals) {
  return isNonEmptyReadonlyArray(literals) ? makeLiteralClass(literals) : Never;
}
var declareConstructor = (typeParameters, options2, annotations3) => makeDeclareClass(typeParameters, new Declaration(typeParameters.map((tp) => tp.ast), (...typeParameters2) => options2.decode(...typeParameters2.map(make40)), (...typeParameters2) => options2.encode(...typeParameters2.map(make40)), toASTAnnotations(annotations3)));
var declarePrimitive = (is2, annotations3) => {
  const decodeUnknown3 = () => (input, _, ast) => is2(input) ? succeed8(input) : fail8(new Type2(ast, input));
  const encodeUnknown2 = decodeUnknown3;
  return makeDeclareClass([], new Declaration([], decodeUnknown3, encodeUnknown2, toASTAnnotations(annotations3)));
};
function makeDeclareClass(typeParameters, ast) {
  return class DeclareClass extends make40(ast) {
    static annotations(annotations3) {
      return makeDeclareClass(this.typeParameters, mergeSchemaAnnotations(this.ast, annotations3));
    }
    static typeParameters = [...typeParameters];
  };
}
var declare = function() {
  if (Array.isArray(arguments[0])) {
    const typeParameters = arguments[0];
    const options2 = arguments[1];
    const annotations4 = arguments[2];
    return declareConstructor(typeParameters, options2, annotations4);
  }
  const is2 = arguments[0];
  const annotations3 = arguments[1];
  return declarePrimitive(is2, annotations3);
};
var Undefined = class extends (/* @__PURE__ */ make40(undefinedKeyword)) {
};
var Null = class extends (/* @__PURE__ */ make40($null)) {
};
var Never = class extends (/* @__PURE__ */ make40(neverKeyword)) {
};
var Unknown = class extends (/* @__PURE__ */ make40(unknownKeyword)) {
};
var String$ = class extends (/* @__PURE__ */ make40(stringKeyword)) {
};
var Number$ = class extends (/* @__PURE__ */ make40(numberKeyword)) {
};
var Boolean$ = class extends (/* @__PURE__ */ make40(booleanKeyword)) {
};
var getDefaultUnionAST = (members3) => Union.make(members3.map((m) => m.ast));
function makeUnionClass(members3, ast = getDefaultUnionAST(members3)) {
  return class UnionClass extends make40(ast) {
    static annotations(annotations3) {
      return makeUnionClass(this.members, mergeSchemaAnnotations(this.ast, annotations3));
    }
    static members = [...members3];
  };
}
function Union2(...members3) {
  return isMembers(members3) ? makeUnionClass(members3) : isNonEmptyReadonlyArray(members3) ? members3[0] : Never;
}
var NullOr = (self) => Union2(self, Null);
var UndefinedOr = (self) => Union2(self, Undefined);
var NullishOr = (self) => Union2(self, Null, Undefined);
var ElementImpl = class _ElementImpl {
  ast;
  from;
  [TypeId17];
  _Token;
  constructor(ast, from) {
    this.ast = ast;
    this.from = from;
  }
  annotations(annotations3) {
    return new _ElementImpl(new OptionalType(this.ast.type, this.ast.isOptional, {
      ...this.ast.annotations,
      ...toASTAnnotations(annotations3)
    }), this.from);
  }
  toString() {
    return `${this.ast.type}${this.ast.isOptional ? "?" : ""}`;
  }
};
var getDefaultTupleTypeAST = (elements, rest) => new TupleType(elements.map((el) => isSchema(el) ? new OptionalType(el.ast, false) : el.ast), rest.map((el) => isSchema(el) ? new Type(el.ast) : el.ast), true);
function makeTupleTypeClass(elements, rest, ast = getDefaultTupleTypeAST(elements, rest)) {
  return class TupleTypeClass extends make40(ast) {
    static annotations(annotations3) {
      return makeTupleTypeClass(this.elements, this.rest, mergeSchemaAnnotations(this.ast, annotations3));
    }
    static elements = [...elements];
    static rest = [...rest];
  };
}
function makeArrayClass(value3, ast) {
  return class ArrayClass extends makeTupleTypeClass([], [value3], ast) {
    static annotations(annotations3) {
      return makeArrayClass(this.value, mergeSchemaAnnotations(this.ast, annotations3));
    }
    static value = value3;
  };
}
var Array$ = (value3) => makeArrayClass(value3);
function makeNonEmptyArrayClass(value3, ast) {
  return class NonEmptyArrayClass extends makeTupleTypeClass([value3], [value3], ast) {
    static annotations(annotations3) {
      return makeNonEmptyArrayClass(this.value, mergeSchemaAnnotations(this.ast, annotations3));
    }
    static value = value3;
  };
}
var NonEmptyArray = (value3) => makeNonEmptyArrayClass(value3);
var formatPropertySignatureToken = (isOptional) => isOptional ? '"?:"' : '":"';
var PropertySignatureDeclaration = class extends OptionalType {
  isReadonly;
  defaultValue;
  /**
   * @since 3.10.0
   */
  _tag = "PropertySignatureDeclaration";
  constructor(type, isOptional, isReadonly, annotations3, defaultValue) {
    super(type, isOptional, annotations3);
    this.isReadonly = isReadonly;
    this.defaultValue = defaultValue;
  }
  /**
   * @since 3.10.0
   */
  toString() {
    const token = formatPropertySignatureToken(this.isOptional);
    const type = String(this.type);
    return `PropertySignature<${token}, ${type}, never, ${token}, ${type}>`;
  }
};
var FromPropertySignature = class extends OptionalType {
  isReadonly;
  fromKey;
  constructor(type, isOptional, isReadonly, annotations3, fromKey2) {
    super(type, isOptional, annotations3);
    this.isReadonly = isReadonly;
    this.fromKey = fromKey2;
  }
};
var ToPropertySignature = class extends OptionalType {
  isReadonly;
  defaultValue;
  constructor(type, isOptional, isReadonly, annotations3, defaultValue) {
    super(type, isOptional, annotations3);
    this.isReadonly = isReadonly;
    this.defaultValue = defaultValue;
  }
};
var formatPropertyKey2 = (p) => {
  if (p === void 0) {
    return "never";
  }
  if (isString(p)) {
    return JSON.stringify(p);
  }
  return String(p);
};
var PropertySignatureTransformation2 = class {
  from;
  to;
  decode;
  encode;
  /**
   * @since 3.10.0
   */
  _tag = "PropertySignatureTransformation";
  constructor(from, to, decode7, encode4) {
    this.from = from;
    this.to = to;
    this.decode = decode7;
    this.encode = encode4;
  }
  /**
   * @since 3.10.0
   */
  toString() {
    return `PropertySignature<${formatPropertySignatureToken(this.to.isOptional)}, ${this.to.type}, ${formatPropertyKey2(this.from.fromKey)}, ${formatPropertySignatureToken(this.from.isOptional)}, ${this.from.type}>`;
  }
};
var mergeSignatureAnnotations = (ast, annotations3) => {
  switch (ast._tag) {
    case "PropertySignatureDeclaration": {
      return new PropertySignatureDeclaration(ast.type, ast.isOptional, ast.isReadonly, {
        ...ast.annotations,
        ...annotations3
      }, ast.defaultValue);
    }
    case "PropertySignatureTransformation": {
      return new PropertySignatureTransformation2(ast.from, new ToPropertySignature(ast.to.type, ast.to.isOptional, ast.to.isReadonly, {
        ...ast.to.annotations,
        ...annotations3
      }, ast.to.defaultValue), ast.decode, ast.encode);
    }
  }
};
var PropertySignatureTypeId = /* @__PURE__ */ Symbol.for("effect/PropertySignature");
var isPropertySignature = (u) => hasProperty(u, PropertySignatureTypeId);
var PropertySignatureImpl = class _PropertySignatureImpl {
  ast;
  [TypeId17];
  [PropertySignatureTypeId] = null;
  _TypeToken;
  _Key;
  _EncodedToken;
  _HasDefault;
  constructor(ast) {
    this.ast = ast;
  }
  pipe() {
    return pipeArguments(this, arguments);
  }
  annotations(annotations3) {
    return new _PropertySignatureImpl(mergeSignatureAnnotations(this.ast, toASTAnnotations(annotations3)));
  }
  toString() {
    return String(this.ast);
  }
};
var makePropertySignature = (ast) => new PropertySignatureImpl(ast);
var PropertySignatureWithFromImpl = class _PropertySignatureWithFromImpl extends PropertySignatureImpl {
  from;
  constructor(ast, from) {
    super(ast);
    this.from = from;
  }
  annotations(annotations3) {
    return new _PropertySignatureWithFromImpl(mergeSignatureAnnotations(this.ast, toASTAnnotations(annotations3)), this.from);
  }
};
var propertySignature = (self) => new PropertySignatureWithFromImpl(new PropertySignatureDeclaration(self.ast, false, true, {}, void 0), self);
var withConstructorDefault = /* @__PURE__ */ dual(2, (self, defaultValue) => {
  const ast = self.ast;
  switch (ast._tag) {
    case "PropertySignatureDeclaration":
      return makePropertySignature(new PropertySignatureDeclaration(ast.type, ast.isOptional, ast.isReadonly, ast.annotations, defaultValue));
    case "PropertySignatureTransformation":
      return makePropertySignature(new PropertySignatureTransformation2(ast.from, new ToPropertySignature(ast.to.type, ast.to.isOptional, ast.to.isReadonly, ast.to.annotations, defaultValue), ast.decode, ast.encode));
  }
});
var fromKey = /* @__PURE__ */ dual(2, (self, key3) => {
  const ast = self.ast;
  switch (ast._tag) {
    case "PropertySignatureDeclaration": {
      return makePropertySignature(new PropertySignatureTransformation2(new FromPropertySignature(ast.type, ast.isOptional, ast.isReadonly, ast.annotations, key3), new ToPropertySignature(typeAST(ast.type), ast.isOptional, ast.isReadonly, {}, ast.defaultValue), identity, identity));
    }
    case "PropertySignatureTransformation":
      return makePropertySignature(new PropertySignatureTransformation2(new FromPropertySignature(ast.from.type, ast.from.isOptional, ast.from.isReadonly, ast.from.annotations, key3), ast.to, ast.decode, ast.encode));
  }
});
var optionalToRequired = (from, to, options2) => makePropertySignature(new PropertySignatureTransformation2(new FromPropertySignature(from.ast, true, true, {}, void 0), new ToPropertySignature(to.ast, false, true, {}, void 0), (o) => some2(options2.decode(o)), flatMap2(options2.encode)));
var optionalToOptional = (from, to, options2) => makePropertySignature(new PropertySignatureTransformation2(new FromPropertySignature(from.ast, true, true, {}, void 0), new ToPropertySignature(to.ast, true, true, {}, void 0), options2.decode, options2.encode));
var optionalPropertySignatureAST = (self, options2) => {
  const isExact = options2?.exact;
  const defaultValue = options2?.default;
  const isNullable2 = options2?.nullable;
  const asOption = options2?.as == "Option";
  const asOptionEncode = options2?.onNoneEncoding ? orElse(options2.onNoneEncoding) : identity;
  if (isExact) {
    if (defaultValue) {
      if (isNullable2) {
        return withConstructorDefault(optionalToRequired(NullOr(self), typeSchema(self), {
          decode: match2({
            onNone: defaultValue,
            onSome: (a) => a === null ? defaultValue() : a
          }),
          encode: some2
        }), defaultValue).ast;
      } else {
        return withConstructorDefault(optionalToRequired(self, typeSchema(self), {
          decode: match2({
            onNone: defaultValue,
            onSome: identity
          }),
          encode: some2
        }), defaultValue).ast;
      }
    } else if (asOption) {
      const to = OptionFromSelf_(typeSchema(self));
      if (isNullable2) {
        return optionalToRequired(NullOr(self), to, {
          decode: filter(isNotNull),
          encode: asOptionEncode
        }).ast;
      } else {
        return optionalToRequired(self, to, {
          decode: identity,
          encode: identity
        }).ast;
      }
    } else {
      if (isNullable2) {
        return optionalToOptional(NullOr(self), typeSchema(self), {
          decode: filter(isNotNull),
          encode: identity
        }).ast;
      } else {
        return new PropertySignatureDeclaration(self.ast, true, true, {}, void 0);
      }
    }
  } else {
    if (defaultValue) {
      if (isNullable2) {
        return withConstructorDefault(optionalToRequired(NullishOr(self), typeSchema(self), {
          decode: match2({
            onNone: defaultValue,
            onSome: (a) => a == null ? defaultValue() : a
          }),
          encode: some2
        }), defaultValue).ast;
      } else {
        return withConstructorDefault(optionalToRequired(UndefinedOr(self), typeSchema(self), {
          decode: match2({
            onNone: defaultValue,
            onSome: (a) => a === void 0 ? defaultValue() : a
          }),
          encode: some2
        }), defaultValue).ast;
      }
    } else if (asOption) {
      const to = OptionFromSelf_(typeSchema(self));
      if (isNullable2) {
        return optionalToRequired(NullishOr(self), to, {
          decode: filter((a) => a != null),
          encode: asOptionEncode
        }).ast;
      } else {
        return optionalToRequired(UndefinedOr(self), to, {
          decode: filter(isNotUndefined),
          encode: asOptionEncode
        }).ast;
      }
    } else {
      if (isNullable2) {
        return optionalToOptional(NullishOr(self), UndefinedOr(typeSchema(self)), {
          decode: filter(isNotNull),
          encode: identity
        }).ast;
      } else {
        return new PropertySignatureDeclaration(UndefinedOr(self).ast, true, true, {}, void 0);
      }
    }
  }
};
var optional = (self) => {
  const ast = self.ast === undefinedKeyword || self.ast === neverKeyword ? undefinedKeyword : UndefinedOr(self).ast;
  return new PropertySignatureWithFromImpl(new PropertySignatureDeclaration(ast, true, true, {}, void 0), self);
};
var optionalWith = /* @__PURE__ */ dual((args2) => isSchema(args2[0]), (self, options2) => {
  return new PropertySignatureWithFromImpl(optionalPropertySignatureAST(self, options2), self);
});
var preserveMissingMessageAnnotation = /* @__PURE__ */ pickAnnotations([MissingMessageAnnotationId]);
var getDefaultTypeLiteralAST = (fields, records2) => {
  const ownKeys = Reflect.ownKeys(fields);
  const pss = [];
  if (ownKeys.length > 0) {
    const from = [];
    const to = [];
    const transformations = [];
    for (let i = 0; i < ownKeys.length; i++) {
      const key3 = ownKeys[i];
      const field = fields[key3];
      if (isPropertySignature(field)) {
        const ast = field.ast;
        switch (ast._tag) {
          case "PropertySignatureDeclaration": {
            const type = ast.type;
            const isOptional = ast.isOptional;
            const toAnnotations = ast.annotations;
            from.push(new PropertySignature(key3, type, isOptional, true, preserveMissingMessageAnnotation(ast)));
            to.push(new PropertySignature(key3, typeAST(type), isOptional, true, toAnnotations));
            pss.push(new PropertySignature(key3, type, isOptional, true, toAnnotations));
            break;
          }
          case "PropertySignatureTransformation": {
            const fromKey2 = ast.from.fromKey ?? key3;
            from.push(new PropertySignature(fromKey2, ast.from.type, ast.from.isOptional, true, ast.from.annotations));
            to.push(new PropertySignature(key3, ast.to.type, ast.to.isOptional, true, ast.to.annotations));
            transformations.push(new PropertySignatureTransformation(fromKey2, key3, ast.decode, ast.encode));
            break;
          }
        }
      } else {
        from.push(new PropertySignature(key3, field.ast, false, true));
        to.push(new PropertySignature(key3, typeAST(field.ast), false, true));
        pss.push(new PropertySignature(key3, field.ast, false, true));
      }
    }
    if (isNonEmptyReadonlyArray(transformations)) {
      const issFrom = [];
      const issTo = [];
      for (const r of records2) {
        const {
          indexSignatures,
          propertySignatures
        } = record(r.key.ast, r.value.ast);
        propertySignatures.forEach((ps) => {
          from.push(ps);
          to.push(new PropertySignature(ps.name, typeAST(ps.type), ps.isOptional, ps.isReadonly, ps.annotations));
        });
        indexSignatures.forEach((is2) => {
          issFrom.push(is2);
          issTo.push(new IndexSignature(is2.parameter, typeAST(is2.type), is2.isReadonly));
        });
      }
      return new Transformation(new TypeLiteral(from, issFrom, {
        [AutoTitleAnnotationId]: "Struct (Encoded side)"
      }), new TypeLiteral(to, issTo, {
        [AutoTitleAnnotationId]: "Struct (Type side)"
      }), new TypeLiteralTransformation(transformations));
    }
  }
  const iss = [];
  for (const r of records2) {
    const {
      indexSignatures,
      propertySignatures
    } = record(r.key.ast, r.value.ast);
    propertySignatures.forEach((ps) => pss.push(ps));
    indexSignatures.forEach((is2) => iss.push(is2));
  }
  return new TypeLiteral(pss, iss);
};
var lazilyMergeDefaults = (fields, out2) => {
  const ownKeys = Reflect.ownKeys(fields);
  for (const key3 of ownKeys) {
    const field = fields[key3];
    if (out2[key3] === void 0 && isPropertySignature(field)) {
      const ast = field.ast;
      const defaultValue = ast._tag === "PropertySignatureDeclaration" ? ast.defaultValue : ast.to.defaultValue;
      if (defaultValue !== void 0) {
        out2[key3] = defaultValue();
      }
    }
  }
  return out2;
};
function makeTypeLiteralClass(fields, records2, ast = getDefaultTypeLiteralAST(fields, records2)) {
  return class TypeLiteralClass extends make40(ast) {
    static annotations(annotations3) {
      return makeTypeLiteralClass(this.fields, this.records, mergeSchemaAnnotations(this.ast, annotations3));
    }
    static fields = {
      ...fields
    };
    static records = [...records2];
    static make = (props, options2) => {
      const propsWithDefaults = lazilyMergeDefaults(fields, {
        ...props
      });
      return getDisableValidationMakeOption(options2) ? propsWithDefaults : validateSync(this)(propsWithDefaults);
    };
    static pick(...keys5) {
      return Struct(pick2(fields, ...keys5));
    }
    static omit(...keys5) {
      return Struct(omit2(fields, ...keys5));
    }
  };
}
function Struct(fields, ...records2) {
  return makeTypeLiteralClass(fields, records2);
}
function makeRecordClass(key3, value3, ast) {
  return class RecordClass extends makeTypeLiteralClass({}, [{
    key: key3,
    value: value3
  }], ast) {
    static annotations(annotations3) {
      return makeRecordClass(key3, value3, mergeSchemaAnnotations(this.ast, annotations3));
    }
    static key = key3;
    static value = value3;
  };
}
var Record = (options2) => makeRecordClass(options2.key, options2.value);
function makeBrandClass(from, ast) {
  return class BrandClass extends make40(ast) {
    static annotations(annotations3) {
      return makeBrandClass(this.from, mergeSchemaAnnotations(this.ast, annotations3));
    }
    static make = (a, options2) => {
      return getDisableValidationMakeOption(options2) ? a : validateSync(this)(a);
    };
    static from = from;
  };
}
var brand = (brand2, annotations3) => (self) => {
  const annotation = match2(getBrandAnnotation(self.ast), {
    onNone: () => [brand2],
    onSome: (brands) => [...brands, brand2]
  });
  const ast = annotations(self.ast, toASTAnnotations({
    [BrandAnnotationId]: annotation,
    ...annotations3
  }));
  return makeBrandClass(self, ast);
};
var intersectTypeLiterals = (x, y, path) => {
  if (isTypeLiteral(x) && isTypeLiteral(y)) {
    const propertySignatures = [...x.propertySignatures];
    for (const ps of y.propertySignatures) {
      const name = ps.name;
      const i = propertySignatures.findIndex((ps2) => ps2.name === name);
      if (i === -1) {
        propertySignatures.push(ps);
      } else {
        const {
          isOptional,
          type
        } = propertySignatures[i];
        propertySignatures[i] = new PropertySignature(name, extendAST(type, ps.type, path.concat(name)), isOptional, true);
      }
    }
    return new TypeLiteral(propertySignatures, x.indexSignatures.concat(y.indexSignatures));
  }
  throw new Error(getSchemaExtendErrorMessage(x, y, path));
};
var preserveRefinementAnnotations = /* @__PURE__ */ omitAnnotations([IdentifierAnnotationId]);
var addRefinementToMembers = (refinement, asts) => asts.map((ast) => new Refinement(ast, refinement.filter, preserveRefinementAnnotations(refinement)));
var extendAST = (x, y, path) => Union.make(intersectUnionMembers([x], [y], path));
var getTypes = (ast) => isUnion(ast) ? ast.types : [ast];
var intersectUnionMembers = (xs, ys, path) => flatMap3(xs, (x) => flatMap3(ys, (y) => {
  switch (y._tag) {
    case "Literal": {
      if (isString(y.literal) && isStringKeyword(x) || isNumber(y.literal) && isNumberKeyword(x) || isBoolean(y.literal) && isBooleanKeyword(x)) {
        return [y];
      }
      break;
    }
    case "StringKeyword": {
      if (y === stringKeyword) {
        if (isStringKeyword(x) || isLiteral(x) && isString(x.literal)) {
          return [x];
        } else if (isRefinement(x)) {
          return addRefinementToMembers(x, intersectUnionMembers(getTypes(x.from), [y], path));
        }
      } else if (x === stringKeyword) {
        return [y];
      }
      break;
    }
    case "NumberKeyword": {
      if (y === numberKeyword) {
        if (isNumberKeyword(x) || isLiteral(x) && isNumber(x.literal)) {
          return [x];
        } else if (isRefinement(x)) {
          return addRefinementToMembers(x, intersectUnionMembers(getTypes(x.from), [y], path));
        }
      } else if (x === numberKeyword) {
        return [y];
      }
      break;
    }
    case "BooleanKeyword": {
      if (y === booleanKeyword) {
        if (isBooleanKeyword(x) || isLiteral(x) && isBoolean(x.literal)) {
          return [x];
        } else if (isRefinement(x)) {
          return addRefinementToMembers(x, intersectUnionMembers(getTypes(x.from), [y], path));
        }
      } else if (x === booleanKeyword) {
        return [y];
      }
      break;
    }
    case "Union":
      return intersectUnionMembers(getTypes(x), y.types, path);
    case "Suspend":
      return [new Suspend(() => extendAST(x, y.f(), path))];
    case "Refinement":
      return addRefinementToMembers(y, intersectUnionMembers(getTypes(x), getTypes(y.from), path));
    case "TypeLiteral": {
      switch (x._tag) {
        case "Union":
          return intersectUnionMembers(x.types, [y], path);
        case "Suspend":
          return [new Suspend(() => extendAST(x.f(), y, path))];
        case "Refinement":
          return addRefinementToMembers(x, intersectUnionMembers(getTypes(x.from), [y], path));
        case "TypeLiteral":
          return [intersectTypeLiterals(x, y, path)];
        case "Transformation": {
          const transformation2 = x.transformation;
          const from = intersectTypeLiterals(x.from, y, path);
          const to = intersectTypeLiterals(x.to, typeAST(y), path);
          switch (transformation2._tag) {
            case "TypeLiteralTransformation":
              return [new Transformation(from, to, new TypeLiteralTransformation(transformation2.propertySignatureTransformations))];
            case "ComposeTransformation":
              return [new Transformation(from, to, composeTransformation)];
            case "FinalTransformation":
              return [new Transformation(from, to, new FinalTransformation((fromA, options2, ast, fromI) => map14(transformation2.decode(fromA, options2, ast, fromI), (partial2) => ({
                ...fromA,
                ...partial2
              })), (toI, options2, ast, toA) => map14(transformation2.encode(toI, options2, ast, toA), (partial2) => ({
                ...toI,
                ...partial2
              }))))];
          }
        }
      }
      break;
    }
    case "Transformation": {
      if (isTransformation(x)) {
        if (isTypeLiteralTransformation(y.transformation) && isTypeLiteralTransformation(x.transformation)) {
          return [new Transformation(intersectTypeLiterals(x.from, y.from, path), intersectTypeLiterals(x.to, y.to, path), new TypeLiteralTransformation(y.transformation.propertySignatureTransformations.concat(x.transformation.propertySignatureTransformations)))];
        }
      } else {
        return intersectUnionMembers([y], [x], path);
      }
      break;
    }
  }
  throw new Error(getSchemaExtendErrorMessage(x, y, path));
}));
var extend3 = /* @__PURE__ */ dual(2, (self, that) => make40(extendAST(self.ast, that.ast, [])));
var compose2 = /* @__PURE__ */ dual((args2) => isSchema(args2[1]), (from, to) => makeTransformationClass(from, to, compose(from.ast, to.ast)));
var RefineSchemaId = /* @__PURE__ */ Symbol.for("effect/SchemaId/Refine");
function makeRefineClass(from, filter9, ast) {
  return class RefineClass extends make40(ast) {
    static annotations(annotations3) {
      return makeRefineClass(this.from, this.filter, mergeSchemaAnnotations(this.ast, annotations3));
    }
    static [RefineSchemaId] = from;
    static from = from;
    static filter = filter9;
    static make = (a, options2) => {
      return getDisableValidationMakeOption(options2) ? a : validateSync(this)(a);
    };
  };
}
var fromFilterPredicateReturnTypeItem = (item, ast, input) => {
  if (isBoolean(item)) {
    return item ? none2() : some2(new Type2(ast, input));
  }
  if (isString(item)) {
    return some2(new Type2(ast, input, item));
  }
  if (item !== void 0) {
    if ("_tag" in item) {
      return some2(item);
    }
    const issue = new Type2(ast, input, item.message);
    return some2(isNonEmptyReadonlyArray(item.path) ? new Pointer(item.path, input, issue) : issue);
  }
  return none2();
};
var toFilterParseIssue = (out2, ast, input) => {
  if (isSingle(out2)) {
    return fromFilterPredicateReturnTypeItem(out2, ast, input);
  }
  if (isNonEmptyReadonlyArray(out2)) {
    const issues = filterMap2(out2, (issue) => fromFilterPredicateReturnTypeItem(issue, ast, input));
    if (isNonEmptyReadonlyArray(issues)) {
      return some2(issues.length === 1 ? issues[0] : new Composite2(ast, input, issues));
    }
  }
  return none2();
};
function filter8(predicate, annotations3) {
  return (self) => {
    function filter9(input, options2, ast2) {
      return toFilterParseIssue(predicate(input, options2, ast2), ast2, input);
    }
    const ast = new Refinement(self.ast, filter9, toASTAnnotations(annotations3));
    return makeRefineClass(self, filter9, ast);
  };
}
function makeTransformationClass(from, to, ast) {
  return class TransformationClass extends make40(ast) {
    static annotations(annotations3) {
      return makeTransformationClass(this.from, this.to, mergeSchemaAnnotations(this.ast, annotations3));
    }
    static from = from;
    static to = to;
  };
}
var transformOrFail = /* @__PURE__ */ dual((args2) => isSchema(args2[0]) && isSchema(args2[1]), (from, to, options2) => makeTransformationClass(from, to, new Transformation(from.ast, to.ast, new FinalTransformation(options2.decode, options2.encode))));
var transform2 = /* @__PURE__ */ dual((args2) => isSchema(args2[0]) && isSchema(args2[1]), (from, to, options2) => transformOrFail(from, to, {
  strict: true,
  decode: (fromA, _options, _ast, toA) => succeed8(options2.decode(fromA, toA)),
  encode: (toI, _options, _ast, toA) => succeed8(options2.encode(toI, toA))
}));
var annotations2 = /* @__PURE__ */ dual(2, (self, annotations3) => self.annotations(annotations3));
var MinLengthSchemaId2 = MinLengthSchemaId;
var minLength = (minLength2, annotations3) => (self) => self.pipe(filter8((a) => a.length >= minLength2, {
  schemaId: MinLengthSchemaId2,
  title: `minLength(${minLength2})`,
  description: `a string at least ${minLength2} character(s) long`,
  jsonSchema: {
    minLength: minLength2
  },
  ...annotations3
}));
var PatternSchemaId = /* @__PURE__ */ Symbol.for("effect/SchemaId/Pattern");
var pattern = (regex, annotations3) => (self) => {
  const source = regex.source;
  return self.pipe(filter8((a) => {
    regex.lastIndex = 0;
    return regex.test(a);
  }, {
    schemaId: PatternSchemaId,
    [PatternSchemaId]: {
      regex
    },
    // title: `pattern(/${source}/)`, // avoiding this because it can be very long
    description: `a string matching the pattern ${source}`,
    jsonSchema: {
      pattern: source
    },
    ...annotations3
  }));
};
var nonEmptyString = (annotations3) => minLength(1, {
  title: "nonEmptyString",
  description: "a non empty string",
  ...annotations3
});
var getErrorMessage2 = (e) => e instanceof Error ? e.message : String(e);
var getParseJsonTransformation = (options2) => transformOrFail(String$.annotations({
  description: "a string to be decoded into JSON"
}), Unknown, {
  strict: true,
  decode: (i, _, ast) => _try({
    try: () => JSON.parse(i, options2?.reviver),
    catch: (e) => new Type2(ast, i, getErrorMessage2(e))
  }),
  encode: (a, _, ast) => _try({
    try: () => JSON.stringify(a, options2?.replacer, options2?.space),
    catch: (e) => new Type2(ast, a, getErrorMessage2(e))
  })
}).annotations({
  title: "parseJson",
  schemaId: ParseJsonSchemaId
});
var parseJson = (schemaOrOptions, o) => isSchema(schemaOrOptions) ? compose2(parseJson(o), schemaOrOptions) : getParseJsonTransformation(schemaOrOptions);
var NonEmptyString = class extends (/* @__PURE__ */ String$.pipe(/* @__PURE__ */ nonEmptyString({
  identifier: "NonEmptyString"
}))) {
};
var UUIDSchemaId = /* @__PURE__ */ Symbol.for("effect/SchemaId/UUID");
var uuidRegexp = /^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$/i;
var UUID = class extends (/* @__PURE__ */ String$.pipe(/* @__PURE__ */ pattern(uuidRegexp, {
  schemaId: UUIDSchemaId,
  identifier: "UUID",
  jsonSchema: {
    format: "uuid",
    pattern: uuidRegexp.source
  },
  description: "a Universally Unique Identifier",
  arbitrary: () => (fc) => fc.uuid()
}))) {
};
var GreaterThanOrEqualToSchemaId2 = GreaterThanOrEqualToSchemaId;
var greaterThanOrEqualTo5 = (minimum, annotations3) => (self) => self.pipe(filter8((a) => a >= minimum, {
  schemaId: GreaterThanOrEqualToSchemaId2,
  title: `greaterThanOrEqualTo(${minimum})`,
  description: minimum === 0 ? "a non-negative number" : `a number greater than or equal to ${minimum}`,
  jsonSchema: {
    minimum
  },
  ...annotations3
}));
var IntSchemaId2 = IntSchemaId;
var int = (annotations3) => (self) => self.pipe(filter8((a) => Number.isSafeInteger(a), {
  schemaId: IntSchemaId2,
  title: "int",
  description: "an integer",
  jsonSchema: {
    type: "integer"
  },
  ...annotations3
}));
var nonNegative = (annotations3) => greaterThanOrEqualTo5(0, {
  title: "nonNegative",
  ...annotations3
});
var Int = class extends (/* @__PURE__ */ Number$.pipe(/* @__PURE__ */ int({
  identifier: "Int"
}))) {
};
var NonNegative = class extends (/* @__PURE__ */ Number$.pipe(/* @__PURE__ */ nonNegative({
  identifier: "NonNegative"
}))) {
};
var redactedArbitrary = (value3) => (fc) => value3(fc).map(make39);
var toComposite = (eff, onSuccess, ast, actual) => mapBoth4(eff, {
  onFailure: (e) => new Composite2(ast, actual, e),
  onSuccess
});
var redactedParse = (decodeUnknown3) => (u, options2, ast) => isRedacted2(u) ? toComposite(decodeUnknown3(value2(u), options2), make39, ast, u) : fail8(new Type2(ast, u));
var RedactedFromSelf = (value3) => declare([value3], {
  decode: (value4) => redactedParse(decodeUnknown(value4)),
  encode: (value4) => redactedParse(encodeUnknown(value4))
}, {
  typeConstructor: {
    _tag: "effect/Redacted"
  },
  description: "Redacted(<redacted>)",
  pretty: () => () => "Redacted(<redacted>)",
  arbitrary: redactedArbitrary,
  equivalence: getEquivalence5
});
function Redacted(value3) {
  return transform2(value3, RedactedFromSelf(typeSchema(asSchema(value3))), {
    strict: true,
    decode: (i) => make39(i),
    encode: (a) => value2(a)
  });
}
var DurationFromSelf = class extends (/* @__PURE__ */ declare(isDuration, {
  typeConstructor: {
    _tag: "effect/Duration"
  },
  identifier: "DurationFromSelf",
  pretty: () => String,
  arbitrary: () => (fc) => fc.oneof(fc.constant(infinity), fc.bigInt({
    min: 0n
  }).map((_) => nanos(_)), fc.maxSafeNat().map((_) => millis(_))),
  equivalence: () => Equivalence
})) {
};
var DurationFromMillis = class extends (/* @__PURE__ */ transform2(NonNegative.annotations({
  description: "a non-negative number to be decoded into a Duration"
}), DurationFromSelf, {
  strict: true,
  decode: (i) => millis(i),
  encode: (a) => toMillis(a)
}).annotations({
  identifier: "DurationFromMillis"
})) {
};
var DateFromSelfSchemaId2 = DateFromSelfSchemaId;
var DateFromSelf = class extends (/* @__PURE__ */ declare(isDate, {
  typeConstructor: {
    _tag: "Date"
  },
  identifier: "DateFromSelf",
  schemaId: DateFromSelfSchemaId2,
  [DateFromSelfSchemaId2]: {
    noInvalidDate: false
  },
  description: "a potentially invalid Date instance",
  pretty: () => (date) => `new Date(${JSON.stringify(date)})`,
  arbitrary: () => (fc) => fc.date({
    noInvalidDate: false
  }),
  equivalence: () => Date2
})) {
};
var DateTimeUtcFromSelf = class extends (/* @__PURE__ */ declare((u) => isDateTime2(u) && isUtc2(u), {
  typeConstructor: {
    _tag: "effect/DateTime.Utc"
  },
  identifier: "DateTimeUtcFromSelf",
  description: "a DateTime.Utc instance",
  pretty: () => (dateTime) => dateTime.toString(),
  arbitrary: () => (fc) => fc.date({
    noInvalidDate: true
  }).map((date) => unsafeFromDate2(date)),
  equivalence: () => Equivalence3
})) {
};
var decodeDateTimeUtc = (input, ast) => _try({
  try: () => unsafeMake8(input),
  catch: () => new Type2(ast, input, `Unable to decode ${formatUnknown(input)} into a DateTime.Utc`)
});
var DateTimeUtcFromNumber = class extends (/* @__PURE__ */ transformOrFail(Number$.annotations({
  description: "a number to be decoded into a DateTime.Utc"
}), DateTimeUtcFromSelf, {
  strict: true,
  decode: (i, _, ast) => decodeDateTimeUtc(i, ast),
  encode: (a) => succeed8(toEpochMillis2(a))
}).annotations({
  identifier: "DateTimeUtcFromNumber"
})) {
};
var DateTimeUtc = class extends (/* @__PURE__ */ transformOrFail(String$.annotations({
  description: "a string to be decoded into a DateTime.Utc"
}), DateTimeUtcFromSelf, {
  strict: true,
  decode: (i, _, ast) => decodeDateTimeUtc(i, ast),
  encode: (a) => succeed8(formatIso2(a))
}).annotations({
  identifier: "DateTimeUtc"
})) {
};
var optionDecode = (input) => input._tag === "None" ? none2() : some2(input.value);
var optionArbitrary = (value3, ctx) => (fc) => fc.oneof(ctx, fc.record({
  _tag: fc.constant("None")
}), fc.record({
  _tag: fc.constant("Some"),
  value: value3(fc)
})).map(optionDecode);
var optionPretty = (value3) => match2({
  onNone: () => "none()",
  onSome: (a) => `some(${value3(a)})`
});
var optionParse = (decodeUnknown3) => (u, options2, ast) => isOption2(u) ? isNone2(u) ? succeed8(none2()) : toComposite(decodeUnknown3(u.value, options2), some2, ast, u) : fail8(new Type2(ast, u));
var OptionFromSelf_ = (value3) => {
  return declare([value3], {
    decode: (value4) => optionParse(decodeUnknown(value4)),
    encode: (value4) => optionParse(encodeUnknown(value4))
  }, {
    typeConstructor: {
      _tag: "effect/Option"
    },
    pretty: optionPretty,
    arbitrary: optionArbitrary,
    equivalence: getEquivalence
  });
};
var isField = (u) => isSchema(u) || isPropertySignature(u);
var isFields = (fields) => Reflect.ownKeys(fields).every((key3) => isField(fields[key3]));
var getFields = (hasFields) => "fields" in hasFields ? hasFields.fields : getFields(hasFields[RefineSchemaId]);
var getSchemaFromFieldsOr = (fieldsOr) => isFields(fieldsOr) ? Struct(fieldsOr) : isSchema(fieldsOr) ? fieldsOr : Struct(getFields(fieldsOr));
var getFieldsFromFieldsOr = (fieldsOr) => isFields(fieldsOr) ? fieldsOr : getFields(fieldsOr);
var Class4 = (identifier2) => (fieldsOr, annotations3) => makeClass({
  kind: "Class",
  identifier: identifier2,
  schema: getSchemaFromFieldsOr(fieldsOr),
  fields: getFieldsFromFieldsOr(fieldsOr),
  Base: Class3,
  annotations: annotations3
});
var getClassTag = (tag) => withConstructorDefault(propertySignature(Literal2(tag)), () => tag);
var TaggedError2 = (identifier2) => (tag, fieldsOr, annotations3) => {
  class Base3 extends Error3 {
  }
  ;
  Base3.prototype.name = tag;
  const fields = getFieldsFromFieldsOr(fieldsOr);
  const schema = getSchemaFromFieldsOr(fieldsOr);
  const newFields = {
    _tag: getClassTag(tag)
  };
  const taggedFields = extendFields(newFields, fields);
  const hasMessageField = "message" in taggedFields;
  class TaggedErrorClass extends makeClass({
    kind: "TaggedError",
    identifier: identifier2 ?? tag,
    schema: extend3(schema, Struct(newFields)),
    fields: taggedFields,
    Base: Base3,
    annotations: annotations3,
    disableToString: true
  }) {
    static _tag = tag;
  }
  if (!hasMessageField) {
    Object.defineProperty(TaggedErrorClass.prototype, "message", {
      get() {
        return `{ ${Reflect.ownKeys(fields).map((p) => `${formatPropertyKey(p)}: ${formatUnknown(this[p])}`).join(", ")} }`;
      },
      enumerable: false,
      // mirrors the built-in Error.prototype.message, whose descriptor is also non-enumerable
      configurable: true
    });
  }
  return TaggedErrorClass;
};
var extendFields = (a, b) => {
  const out2 = {
    ...a
  };
  for (const key3 of Reflect.ownKeys(b)) {
    if (key3 in a) {
      throw new Error(getASTDuplicatePropertySignatureErrorMessage(key3));
    }
    out2[key3] = b[key3];
  }
  return out2;
};
function getDisableValidationMakeOption(options2) {
  return isBoolean(options2) ? options2 : options2?.disableValidation ?? false;
}
var astCache = /* @__PURE__ */ globalValue("effect/Schema/astCache", () => /* @__PURE__ */ new WeakMap());
var getClassAnnotations = (annotations3) => {
  if (annotations3 === void 0) {
    return [];
  } else if (Array.isArray(annotations3)) {
    return annotations3;
  } else {
    return [annotations3];
  }
};
var makeClass = ({
  Base: Base3,
  annotations: annotations3,
  disableToString,
  fields,
  identifier: identifier2,
  kind: kind3,
  schema
}) => {
  const classSymbol = /* @__PURE__ */ Symbol.for(`effect/Schema/${kind3}/${identifier2}`);
  const [typeAnnotations, transformationAnnotations, encodedAnnotations] = getClassAnnotations(annotations3);
  const typeSchema_ = typeSchema(schema);
  const declarationSurrogate = typeSchema_.annotations({
    identifier: identifier2,
    ...typeAnnotations
  });
  const typeSide = typeSchema_.annotations({
    [AutoTitleAnnotationId]: `${identifier2} (Type side)`,
    ...typeAnnotations
  });
  const constructorSchema = schema.annotations({
    [AutoTitleAnnotationId]: `${identifier2} (Constructor)`,
    ...typeAnnotations
  });
  const encodedSide = schema.annotations({
    [AutoTitleAnnotationId]: `${identifier2} (Encoded side)`,
    ...encodedAnnotations
  });
  const transformationSurrogate = schema.annotations({
    ...encodedAnnotations,
    ...typeAnnotations,
    ...transformationAnnotations
  });
  const fallbackInstanceOf = (u) => hasProperty(u, classSymbol) && is(typeSide)(u);
  const klass = class extends Base3 {
    constructor(props = {}, options2 = false) {
      props = {
        ...props
      };
      if (kind3 !== "Class") {
        delete props["_tag"];
      }
      props = lazilyMergeDefaults(fields, props);
      if (!getDisableValidationMakeOption(options2)) {
        props = validateSync(constructorSchema)(props);
      }
      super(props, true);
    }
    // ----------------
    // Schema interface
    // ----------------
    static [TypeId17] = variance5;
    static get ast() {
      let out2 = astCache.get(this);
      if (out2) {
        return out2;
      }
      const declaration = declare([schema], {
        decode: () => (input, _, ast) => input instanceof this || fallbackInstanceOf(input) ? succeed8(input) : fail8(new Type2(ast, input)),
        encode: () => (input, options2) => input instanceof this ? succeed8(input) : map14(encodeUnknown(typeSide)(input, options2), (props) => new this(props, true))
      }, {
        identifier: identifier2,
        pretty: (pretty4) => (self) => `${identifier2}(${pretty4(self)})`,
        // @ts-expect-error
        arbitrary: (arb) => (fc) => arb(fc).map((props) => new this(props)),
        equivalence: identity,
        [SurrogateAnnotationId]: declarationSurrogate.ast,
        ...typeAnnotations
      });
      out2 = transform2(encodedSide, declaration, {
        strict: true,
        decode: (i) => new this(i, true),
        encode: identity
      }).annotations({
        [SurrogateAnnotationId]: transformationSurrogate.ast,
        ...transformationAnnotations
      }).ast;
      astCache.set(this, out2);
      return out2;
    }
    static pipe() {
      return pipeArguments(this, arguments);
    }
    static annotations(annotations4) {
      return make40(this.ast).annotations(annotations4);
    }
    static toString() {
      return `(${String(encodedSide)} <-> ${identifier2})`;
    }
    // ----------------
    // Class interface
    // ----------------
    static make(...args2) {
      return new this(...args2);
    }
    static fields = {
      ...fields
    };
    static identifier = identifier2;
    static extend(identifier3) {
      return (newFieldsOr, annotations4) => {
        const newFields = getFieldsFromFieldsOr(newFieldsOr);
        const newSchema = getSchemaFromFieldsOr(newFieldsOr);
        const extendedFields = extendFields(fields, newFields);
        return makeClass({
          kind: kind3,
          identifier: identifier3,
          schema: extend3(schema, newSchema),
          fields: extendedFields,
          Base: this,
          annotations: annotations4
        });
      };
    }
    static transformOrFail(identifier3) {
      return (newFieldsOr, options2, annotations4) => {
        const transformedFields = extendFields(fields, newFieldsOr);
        return makeClass({
          kind: kind3,
          identifier: identifier3,
          schema: transformOrFail(schema, typeSchema(Struct(transformedFields)), options2),
          fields: transformedFields,
          Base: this,
          annotations: annotations4
        });
      };
    }
    static transformOrFailFrom(identifier3) {
      return (newFields, options2, annotations4) => {
        const transformedFields = extendFields(fields, newFields);
        return makeClass({
          kind: kind3,
          identifier: identifier3,
          schema: transformOrFail(encodedSchema(schema), Struct(transformedFields), options2),
          fields: transformedFields,
          Base: this,
          annotations: annotations4
        });
      };
    }
    // ----------------
    // other
    // ----------------
    get [classSymbol]() {
      return classSymbol;
    }
  };
  if (disableToString !== true) {
    Object.defineProperty(klass.prototype, "toString", {
      value() {
        return `${identifier2}({ ${Reflect.ownKeys(fields).map((p) => `${formatPropertyKey(p)}: ${formatUnknown(this[p])}`).join(", ")} })`;
      },
      configurable: true,
      writable: true
    });
  }
  return klass;
};

// ../core/src/idempotency/IdempotencyStore.ts
var keptFor = days(30);
var keyPattern = /^[!-~]{1,255}$/;
var IdempotencyMismatch = class extends TaggedError2("@florin/core/IdempotencyMismatch")(
  "IdempotencyMismatch",
  {}
) {
};
var IdempotencyInFlight = class extends TaggedError2("@florin/core/IdempotencyInFlight")(
  "IdempotencyInFlight",
  {}
) {
};
var AlreadyAnswered = class extends TaggedError2("@florin/core/AlreadyAnswered")(
  "AlreadyAnswered",
  { status: Int, body: String$ }
) {
};
var IdempotencyStore = class extends Tag2("@florin/core/IdempotencyStore")() {
};

// ../core/src/ids/Entropy.ts
var poolSize = 8192;
var pooled = () => {
  let pool = new Uint8Array(0);
  let used = 0;
  return (bytes) => {
    if (bytes > poolSize) return crypto.getRandomValues(new Uint8Array(bytes));
    if (used + bytes > pool.length) {
      pool = crypto.getRandomValues(new Uint8Array(poolSize));
      used = 0;
    }
    const given2 = pool.slice(used, used + bytes);
    pool.fill(0, used, used + bytes);
    used += bytes;
    return given2;
  };
};
var Entropy = class extends Reference2()("@florin/core/Entropy", {
  defaultValue: pooled
}) {
};

// ../core/src/ids/LastId.ts
var LastId = class extends Reference2()("@florin/core/LastId", {
  defaultValue: () => ({ millis: 0, count: 0 })
}) {
};

// ../core/src/ids/Ids.ts
var uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
var ShopId = String$.pipe(pattern(/^[A-Za-z0-9_-]{1,64}$/), brand("ShopId"));
var TransactionUid = String$.pipe(pattern(uuid), brand("TransactionUid"));
var AcquirerKey = NonEmptyString.pipe(brand("AcquirerKey"));
var CardToken = String$.pipe(pattern(/^[0-9a-f]{64}$/), brand("CardToken"));
var CardStamp = String$.pipe(pattern(/^[0-9a-f]{64}$/), brand("CardStamp"));
var NotificationId = String$.pipe(
  pattern(new RegExp(`^msg_${uuid.source.slice(1)}`)),
  brand("NotificationId")
);
var startOf2 = (bytes) => (bytes[6] << 17 | bytes[7] << 9 | bytes[8] << 1) & 33554431;
var uuidV7 = (bytes, last3, now3) => {
  last3.count = now3 > last3.millis ? startOf2(bytes) : last3.count + 1;
  last3.millis = Math.max(now3, last3.millis);
  let rest = last3.millis;
  for (let index = 5; index >= 0; index--) {
    bytes[index] = rest % 256;
    rest = Math.floor(rest / 256);
  }
  bytes[6] = 112 | last3.count >>> 22 & 15;
  bytes[7] = last3.count >>> 14 & 255;
  bytes[8] = 128 | last3.count >>> 8 & 63;
  bytes[9] = last3.count & 255;
  const hex = encodeHex(bytes);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
};
var makeUuid = gen2(function* () {
  const entropy = yield* Entropy;
  const last3 = yield* LastId;
  return (now3) => uuidV7(entropy(16), last3, now3);
});
var makeNotificationId = map12(
  makeUuid,
  (next) => (now3) => `msg_${next(now3)}`
);
var makeTransactionUid = map12(
  makeUuid,
  (next) => (now3) => next(now3)
);
var transactionUid = zipWith5(
  makeTransactionUid,
  currentTimeMillis2,
  (next, now3) => next(now3)
);
var notificationId = zipWith5(
  makeNotificationId,
  currentTimeMillis2,
  (next, now3) => next(now3)
);
var makeCardToken = (entropy) => encodeHex(entropy(32));
var cardToken = map12(Entropy, makeCardToken);

// ../../node_modules/.pnpm/effect@3.22.4/node_modules/effect/dist/esm/Runtime.js
var runFork3 = unsafeFork3;
var runSyncExit = unsafeRunSyncExit;

// ../core/src/store/Operation.ts
var refuse = (refusal4) => ({ _tag: "Refused", refusal: refusal4 });
var decided = (writes2, answer2, more = {}) => ({ _tag: "Decided", writes: writes2, answer: answer2, ...more });

// ../core/src/store/OperationStore.ts
var Stale = class extends TaggedError2("@florin/core/Stale")("Stale", {}) {
};
var OperationStore = class extends Tag2("@florin/core/OperationStore")() {
};
var commit = (store) => (operation2) => uninterruptible2(
  async2(
    (resume2) => store.submit(operation2, (outcome) => {
      switch (outcome._tag) {
        case "Committed":
          return resume2(succeed6(outcome.answer));
        case "Failed":
          return resume2(fail7(outcome.error));
        case "Died":
          return resume2(die5(outcome.defect));
      }
    })
  )
);

// ../core/src/time/MonotonicClock.ts
var MonotonicClock = class extends Reference2()("@florin/core/MonotonicClock", {
  defaultValue: () => ({ unsafeNow: () => performance.now() })
}) {
};

// ../core/src/jobs/Lease.ts
var length3 = seconds(5);
var sureFor = seconds(4);
var heartbeatEvery = millis(1500);
var Lease = class extends Tag2("@florin/core/Lease")() {
};
var make41 = gen2(function* () {
  const entropy = yield* Entropy;
  const store = yield* OperationStore;
  const clock3 = yield* MonotonicClock;
  const sureMillis = toMillis(sureFor);
  const beatMillis = toMillis(heartbeatEvery);
  const newName = () => Array.from(entropy(8), (byte) => byte.toString(16).padStart(2, "0")).join("");
  let owner = newName();
  let last3 = Number.NEGATIVE_INFINITY;
  let offered = Number.NEGATIVE_INFINITY;
  const from = (writes2) => {
    const begun = clock3.unsafeNow();
    const name = owner;
    return {
      owner,
      writes: writes2,
      committed: () => {
        if (name === owner) last3 = Math.max(last3, begun);
      }
    };
  };
  const fresh3 = [];
  const mustBeat = () => clock3.unsafeNow() - last3 >= beatMillis;
  const isOffered = () => clock3.unsafeNow() - offered < beatMillis / 3;
  const register = suspend4(() => {
    const renewal = from([
      { _tag: "RegisterWorker", owner },
      { _tag: "Heartbeat", owner }
    ]);
    const operation2 = { name: "worker-start", load: {}, decide: () => decided(renewal.writes, void 0) };
    return map12(commit(store)(operation2), renewal.committed);
  }).pipe(catchTag2("Stale", die5));
  yield* register;
  yield* addFinalizer2(() => {
    const writes2 = [{ _tag: "DeregisterWorker", owner }, { _tag: "ReleaseOrphans" }];
    return ignore2(commit(store)({ name: "worker-stop", load: {}, decide: () => decided(writes2, void 0) }));
  });
  return Lease.of({
    owner: () => owner,
    isSure: () => clock3.unsafeNow() - last3 < sureMillis,
    renewal: (now3) => {
      if (now3 === void 0 && (!mustBeat() || isOffered())) {
        return { owner, writes: fresh3, committed: () => void 0 };
      }
      offered = clock3.unsafeNow();
      return from([{ _tag: "Heartbeat", owner }]);
    },
    renamed: suspend4(() => {
      owner = newName();
      last3 = Number.NEGATIVE_INFINITY;
      return register;
    }),
    mustBeat
  });
});
var layer = scoped3(Lease, make41);

// ../core/src/jobs/PeerWakeup.ts
var never3 = async2(() => void 0);
var PeerWakeup = class extends Reference2()("@florin/core/PeerWakeup", {
  defaultValue: () => ({ unsafeTell: () => void 0, told: never3 })
}) {
};

// ../../node_modules/.pnpm/effect@3.22.4/node_modules/effect/dist/esm/internal/queue.js
var EnqueueSymbolKey = "effect/QueueEnqueue";
var EnqueueTypeId = /* @__PURE__ */ Symbol.for(EnqueueSymbolKey);
var DequeueSymbolKey = "effect/QueueDequeue";
var DequeueTypeId = /* @__PURE__ */ Symbol.for(DequeueSymbolKey);
var QueueStrategySymbolKey = "effect/QueueStrategy";
var QueueStrategyTypeId = /* @__PURE__ */ Symbol.for(QueueStrategySymbolKey);
var BackingQueueSymbolKey = "effect/BackingQueue";
var BackingQueueTypeId = /* @__PURE__ */ Symbol.for(BackingQueueSymbolKey);
var queueStrategyVariance = {
  /* c8 ignore next */
  _A: (_) => _
};
var backingQueueVariance = {
  /* c8 ignore next */
  _A: (_) => _
};
var enqueueVariance = {
  /* c8 ignore next */
  _In: (_) => _
};
var dequeueVariance = {
  /* c8 ignore next */
  _Out: (_) => _
};
var QueueImpl = class extends Class2 {
  queue;
  takers;
  shutdownHook;
  shutdownFlag;
  strategy;
  [EnqueueTypeId] = enqueueVariance;
  [DequeueTypeId] = dequeueVariance;
  constructor(queue, takers, shutdownHook, shutdownFlag, strategy) {
    super();
    this.queue = queue;
    this.takers = takers;
    this.shutdownHook = shutdownHook;
    this.shutdownFlag = shutdownFlag;
    this.strategy = strategy;
  }
  pipe() {
    return pipeArguments(this, arguments);
  }
  commit() {
    return this.take;
  }
  capacity() {
    return this.queue.capacity();
  }
  get size() {
    return suspend(() => catchAll(this.unsafeSize(), () => interrupt2));
  }
  unsafeSize() {
    if (get6(this.shutdownFlag)) {
      return none2();
    }
    return some2(this.queue.length() - length2(this.takers) + this.strategy.surplusSize());
  }
  get isEmpty() {
    return map9(this.size, (size8) => size8 <= 0);
  }
  get isFull() {
    return map9(this.size, (size8) => size8 >= this.capacity());
  }
  get shutdown() {
    return uninterruptible(withFiberRuntime((state) => {
      pipe(this.shutdownFlag, set2(true));
      return pipe(forEachConcurrentDiscard(unsafePollAll(this.takers), (d) => deferredInterruptWith(d, state.id()), false, false), zipRight(this.strategy.shutdown), whenEffect(deferredSucceed(this.shutdownHook, void 0)), asVoid);
    }));
  }
  get isShutdown() {
    return sync(() => get6(this.shutdownFlag));
  }
  get awaitShutdown() {
    return deferredAwait(this.shutdownHook);
  }
  isActive() {
    return !get6(this.shutdownFlag);
  }
  unsafeOffer(value3) {
    if (get6(this.shutdownFlag)) {
      return false;
    }
    let noRemaining;
    if (this.queue.length() === 0) {
      const taker = pipe(this.takers, poll2(EmptyMutableQueue));
      if (taker !== EmptyMutableQueue) {
        unsafeCompleteDeferred(taker, value3);
        noRemaining = true;
      } else {
        noRemaining = false;
      }
    } else {
      noRemaining = false;
    }
    if (noRemaining) {
      return true;
    }
    const succeeded = this.queue.offer(value3);
    unsafeCompleteTakers(this.strategy, this.queue, this.takers);
    return succeeded;
  }
  offer(value3) {
    return suspend(() => {
      if (get6(this.shutdownFlag)) {
        return interrupt2;
      }
      let noRemaining;
      if (this.queue.length() === 0) {
        const taker = pipe(this.takers, poll2(EmptyMutableQueue));
        if (taker !== EmptyMutableQueue) {
          unsafeCompleteDeferred(taker, value3);
          noRemaining = true;
        } else {
          noRemaining = false;
        }
      } else {
        noRemaining = false;
      }
      if (noRemaining) {
        return succeed(true);
      }
      const succeeded = this.queue.offer(value3);
      unsafeCompleteTakers(this.strategy, this.queue, this.takers);
      return succeeded ? succeed(true) : this.strategy.handleSurplus([value3], this.queue, this.takers, this.shutdownFlag);
    });
  }
  offerAll(iterable) {
    return suspend(() => {
      if (get6(this.shutdownFlag)) {
        return interrupt2;
      }
      const values4 = fromIterable(iterable);
      const pTakers = this.queue.length() === 0 ? fromIterable(unsafePollN(this.takers, values4.length)) : empty4;
      const [forTakers, remaining] = pipe(values4, splitAt(pTakers.length));
      for (let i = 0; i < pTakers.length; i++) {
        const taker = pTakers[i];
        const item = forTakers[i];
        unsafeCompleteDeferred(taker, item);
      }
      if (remaining.length === 0) {
        return succeed(true);
      }
      const surplus = this.queue.offerAll(remaining);
      unsafeCompleteTakers(this.strategy, this.queue, this.takers);
      return isEmpty(surplus) ? succeed(true) : this.strategy.handleSurplus(surplus, this.queue, this.takers, this.shutdownFlag);
    });
  }
  get take() {
    return withFiberRuntime((state) => {
      if (get6(this.shutdownFlag)) {
        return interrupt2;
      }
      const item = this.queue.poll(EmptyMutableQueue);
      if (item !== EmptyMutableQueue) {
        this.strategy.unsafeOnQueueEmptySpace(this.queue, this.takers);
        return succeed(item);
      } else {
        const deferred = deferredUnsafeMake(state.id());
        return pipe(suspend(() => {
          pipe(this.takers, offer(deferred));
          unsafeCompleteTakers(this.strategy, this.queue, this.takers);
          return get6(this.shutdownFlag) ? interrupt2 : deferredAwait(deferred);
        }), onInterrupt(() => {
          return sync(() => unsafeRemove(this.takers, deferred));
        }));
      }
    });
  }
  get takeAll() {
    return suspend(() => {
      return get6(this.shutdownFlag) ? interrupt2 : sync(() => {
        const values4 = this.queue.pollUpTo(Number.POSITIVE_INFINITY);
        this.strategy.unsafeOnQueueEmptySpace(this.queue, this.takers);
        return fromIterable2(values4);
      });
    });
  }
  takeUpTo(max4) {
    return suspend(() => get6(this.shutdownFlag) ? interrupt2 : sync(() => {
      const values4 = this.queue.pollUpTo(max4);
      this.strategy.unsafeOnQueueEmptySpace(this.queue, this.takers);
      return fromIterable2(values4);
    }));
  }
  takeBetween(min4, max4) {
    return suspend(() => takeRemainderLoop(this, min4, max4, empty5()));
  }
};
var takeRemainderLoop = (self, min4, max4, acc) => {
  if (max4 < min4) {
    return succeed(acc);
  }
  return pipe(takeUpTo(self, max4), flatMap7((bs) => {
    const remaining = min4 - bs.length;
    if (remaining === 1) {
      return pipe(take(self), map9((b) => pipe(acc, appendAll2(bs), append2(b))));
    }
    if (remaining > 1) {
      return pipe(take(self), flatMap7((b) => takeRemainderLoop(self, remaining - 1, max4 - bs.length - 1, pipe(acc, appendAll2(bs), append2(b)))));
    }
    return succeed(pipe(acc, appendAll2(bs)));
  }));
};
var sliding = (requestedCapacity) => pipe(sync(() => bounded(requestedCapacity)), flatMap7((queue) => make42(backingQueueFromMutableQueue(queue), slidingStrategy())));
var unsafeMake9 = (queue, takers, shutdownHook, shutdownFlag, strategy) => {
  return new QueueImpl(queue, takers, shutdownHook, shutdownFlag, strategy);
};
var make42 = (queue, strategy) => pipe(deferredMake(), map9((deferred) => unsafeMake9(queue, unbounded(), deferred, make11(false), strategy)));
var BackingQueueFromMutableQueue = class {
  mutable;
  [BackingQueueTypeId] = backingQueueVariance;
  constructor(mutable2) {
    this.mutable = mutable2;
  }
  poll(def) {
    return poll2(this.mutable, def);
  }
  pollUpTo(limit2) {
    return pollUpTo(this.mutable, limit2);
  }
  offerAll(elements) {
    return offerAll(this.mutable, elements);
  }
  offer(element) {
    return offer(this.mutable, element);
  }
  capacity() {
    return capacity(this.mutable);
  }
  length() {
    return length2(this.mutable);
  }
};
var backingQueueFromMutableQueue = (mutable2) => new BackingQueueFromMutableQueue(mutable2);
var offer2 = /* @__PURE__ */ dual(2, (self, value3) => self.offer(value3));
var take = (self) => self.take;
var takeUpTo = /* @__PURE__ */ dual(2, (self, max4) => self.takeUpTo(max4));
var slidingStrategy = () => new SlidingStrategy();
var BackPressureStrategy = class {
  [QueueStrategyTypeId] = queueStrategyVariance;
  putters = /* @__PURE__ */ unbounded();
  surplusSize() {
    return length2(this.putters);
  }
  onCompleteTakersWithEmptyQueue(takers) {
    while (!isEmpty7(this.putters) && !isEmpty7(takers)) {
      const taker = poll2(takers, void 0);
      const putter = poll2(this.putters, void 0);
      if (putter[2]) {
        unsafeCompleteDeferred(putter[1], true);
      }
      unsafeCompleteDeferred(taker, putter[0]);
    }
  }
  get shutdown() {
    return pipe(fiberId, flatMap7((fiberId2) => pipe(sync(() => unsafePollAll(this.putters)), flatMap7((putters) => forEachConcurrentDiscard(putters, ([_, deferred, isLastItem]) => isLastItem ? pipe(deferredInterruptWith(deferred, fiberId2), asVoid) : void_, false, false)))));
  }
  handleSurplus(iterable, queue, takers, isShutdown2) {
    return withFiberRuntime((state) => {
      const deferred = deferredUnsafeMake(state.id());
      return pipe(suspend(() => {
        this.unsafeOffer(iterable, deferred);
        this.unsafeOnQueueEmptySpace(queue, takers);
        unsafeCompleteTakers(this, queue, takers);
        return get6(isShutdown2) ? interrupt2 : deferredAwait(deferred);
      }), onInterrupt(() => sync(() => this.unsafeRemove(deferred))));
    });
  }
  unsafeOnQueueEmptySpace(queue, takers) {
    let keepPolling = true;
    while (keepPolling && (queue.capacity() === Number.POSITIVE_INFINITY || queue.length() < queue.capacity())) {
      const putter = pipe(this.putters, poll2(EmptyMutableQueue));
      if (putter === EmptyMutableQueue) {
        keepPolling = false;
      } else {
        const offered = queue.offer(putter[0]);
        if (offered && putter[2]) {
          unsafeCompleteDeferred(putter[1], true);
        } else if (!offered) {
          unsafeOfferAll(this.putters, pipe(unsafePollAll(this.putters), prepend2(putter)));
        }
        unsafeCompleteTakers(this, queue, takers);
      }
    }
  }
  unsafeOffer(iterable, deferred) {
    const stuff = fromIterable(iterable);
    for (let i = 0; i < stuff.length; i++) {
      const value3 = stuff[i];
      if (i === stuff.length - 1) {
        pipe(this.putters, offer([value3, deferred, true]));
      } else {
        pipe(this.putters, offer([value3, deferred, false]));
      }
    }
  }
  unsafeRemove(deferred) {
    unsafeOfferAll(this.putters, pipe(unsafePollAll(this.putters), filter3(([, _]) => _ !== deferred)));
  }
};
var DroppingStrategy = class {
  [QueueStrategyTypeId] = queueStrategyVariance;
  surplusSize() {
    return 0;
  }
  get shutdown() {
    return void_;
  }
  onCompleteTakersWithEmptyQueue() {
  }
  handleSurplus(_iterable, _queue, _takers, _isShutdown) {
    return succeed(false);
  }
  unsafeOnQueueEmptySpace(_queue, _takers) {
  }
};
var SlidingStrategy = class {
  [QueueStrategyTypeId] = queueStrategyVariance;
  surplusSize() {
    return 0;
  }
  get shutdown() {
    return void_;
  }
  onCompleteTakersWithEmptyQueue() {
  }
  handleSurplus(iterable, queue, takers, _isShutdown) {
    return sync(() => {
      this.unsafeOffer(queue, iterable);
      unsafeCompleteTakers(this, queue, takers);
      return true;
    });
  }
  unsafeOnQueueEmptySpace(_queue, _takers) {
  }
  unsafeOffer(queue, iterable) {
    const iterator = iterable[Symbol.iterator]();
    let next;
    let offering = true;
    while (!(next = iterator.next()).done && offering) {
      if (queue.capacity() === 0) {
        return;
      }
      queue.poll(EmptyMutableQueue);
      offering = queue.offer(next.value);
    }
  }
};
var unsafeCompleteDeferred = (deferred, a) => {
  return deferredUnsafeDone(deferred, succeed(a));
};
var unsafeOfferAll = (queue, as5) => {
  return pipe(queue, offerAll(as5));
};
var unsafePollAll = (queue) => {
  return pipe(queue, pollUpTo(Number.POSITIVE_INFINITY));
};
var unsafePollN = (queue, max4) => {
  return pipe(queue, pollUpTo(max4));
};
var unsafeRemove = (queue, a) => {
  unsafeOfferAll(queue, pipe(unsafePollAll(queue), filter3((b) => a !== b)));
};
var unsafeCompleteTakers = (strategy, queue, takers) => {
  let keepPolling = true;
  while (keepPolling && queue.length() !== 0) {
    const taker = pipe(takers, poll2(EmptyMutableQueue));
    if (taker !== EmptyMutableQueue) {
      const element = queue.poll(EmptyMutableQueue);
      if (element !== EmptyMutableQueue) {
        unsafeCompleteDeferred(taker, element);
        strategy.unsafeOnQueueEmptySpace(queue, takers);
      } else {
        unsafeOfferAll(takers, pipe(unsafePollAll(takers), prepend2(taker)));
      }
      keepPolling = true;
    } else {
      keepPolling = false;
    }
  }
  if (keepPolling && queue.length() === 0 && !isEmpty7(takers)) {
    strategy.onCompleteTakersWithEmptyQueue(takers);
  }
};

// ../../node_modules/.pnpm/effect@3.22.4/node_modules/effect/dist/esm/Queue.js
var sliding2 = sliding;
var offer3 = offer2;
var take2 = take;

// ../core/src/jobs/Worker.ts
var Worker = class extends Tag2("@florin/core/Worker")() {
};
var nameOf = (job4) => `${job4.shop}
${job4.kind}
${job4.subject}`;
var make43 = gen2(function* () {
  const peerWakeup = yield* PeerWakeup;
  const bell = yield* sliding2(1);
  const running3 = /* @__PURE__ */ new Map();
  const begin4 = (job4) => {
    const name = nameOf(job4);
    running3.set(name, (running3.get(name) ?? 0) + 1);
  };
  const end = (job4) => {
    const name = nameOf(job4);
    const count = running3.get(name) ?? 1;
    if (count > 1) running3.set(name, count - 1);
    else running3.delete(name);
  };
  const abandoned = /* @__PURE__ */ new Map();
  let looksAt = Number.POSITIVE_INFINITY;
  const wake = asVoid2(offer3(bell, void 0));
  const isNews = (runAt, now3) => runAt <= now3 || runAt < looksAt;
  const unsafeWakeFor = (runAt, now3) => {
    if (isNews(runAt, now3)) bell.unsafeOffer(void 0);
  };
  yield* forkScoped2(interruptible4(forever2(zipRight2(peerWakeup.told, wake))));
  return Worker.of({
    isRunning: (job4) => running3.has(nameOf(job4)),
    begin: begin4,
    end,
    abandon: (job4) => {
      abandoned.set(nameOf(job4), job4);
      bell.unsafeOffer(void 0);
    },
    takeAbandoned: () => {
      const all6 = Array.from(abandoned.values()).filter((job4) => !running3.has(nameOf(job4)));
      for (const job4 of all6) abandoned.delete(nameOf(job4));
      return all6;
    },
    working: (job4) => (effect2) => suspend4(() => {
      begin4(job4);
      return ensuring2(
        effect2,
        sync3(() => end(job4))
      );
    }),
    wake,
    wakeFor: (runAt) => map12(currentTimeMillis2, (now3) => unsafeWakeFor(runAt.epochMillis, now3)),
    unsafeWakeFor,
    awaitWake: (until) => suspend4(() => {
      looksAt = until.epochMillis;
      return take2(bell);
    }).pipe(
      ensuring2(
        sync3(() => {
          looksAt = Number.POSITIVE_INFINITY;
        })
      )
    )
  });
});
var layer2 = scoped3(Worker, make43);

// ../core/src/store/Reads.ts
var transaction = (shop2, uid) => ({
  _tag: "Transaction",
  shop: shop2,
  uid
});
var parentTotals = (shop2, parent) => ({
  _tag: "ParentTotals",
  shop: shop2,
  parent
});
var duplicate = (shop2, fingerprint2, after) => ({
  _tag: "Duplicate",
  shop: shop2,
  fingerprint: fingerprint2,
  after
});
var key = (shop2, key3) => ({ _tag: "Key", shop: shop2, key: key3 });
var card = (shop2, token) => ({ _tag: "Card", shop: shop2, token });
var job = (job4) => ({ _tag: "Job", job: job4 });
var notification = (shop2, id2) => ({
  _tag: "Notification",
  shop: shop2,
  id: id2
});
var waiting = (shop2, subject) => ({
  _tag: "Waiting",
  shop: shop2,
  subject
});
var told = (shop2, subject) => ({ _tag: "Told", shop: shop2, subject });
var exhausted = (shop2, after, limit2) => ({ _tag: "Exhausted", shop: shop2, after, limit: limit2 });
var due = (request) => ({
  _tag: "Due",
  ...request
});
var keysBefore = (before2, limit2) => ({
  _tag: "KeysBefore",
  before: before2,
  limit: limit2
});
var workers = { _tag: "Workers" };
var held = (owner, now3, limit2) => ({
  _tag: "Held",
  owner,
  now: now3,
  limit: limit2
});

// ../core/src/store/StorageError.ts
var Reason = Literal2(
  "busy",
  "full",
  "readonly",
  "unavailable",
  "unknown-outcome",
  "constraint",
  "corrupt",
  "unexpected"
);
var StorageError = class extends TaggedError2("@florin/core/StorageError")("StorageError", {
  reason: Reason,
  operation: String$,
  detail: optional(String$)
}) {
  get message() {
    return `${this.operation}: ${this.reason}${this.detail === void 0 ? "" : ` (${this.detail})`}`;
  }
};

// ../core/src/cards/AcquirerReport.ts
var AcquirerReport = Struct({
  authCode: NullOr(String$),
  bankCode: NullOr(String$),
  /** Retrieval reference number from the card network. */
  rrn: NullOr(String$),
  refId: NullOr(String$),
  /** The acquirer's own words; null lets Florin phrase it. */
  message: NullOr(String$),
  billingDescriptor: NullOr(String$),
  avsResult: NullOr(String$),
  cvcResult: NullOr(String$)
});
var noReport = {
  authCode: null,
  bankCode: null,
  rrn: null,
  refId: null,
  message: null,
  billingDescriptor: null,
  avsResult: null,
  cvcResult: null
};

// ../core/src/machine/Machine.ts
var Machine_exports = {};
__export(Machine_exports, {
  Refused: () => Refused,
  always: () => always,
  decide: () => decide,
  finals: () => finals,
  make: () => make44,
  states: () => states,
  toMarkdown: () => toMarkdown,
  toMermaid: () => toMermaid,
  triggers: () => triggers,
  when: () => when2
});
var Refused = class extends TaggedError2("@florin/core/Refused")("Refused", {
  machine: String$,
  state: String$,
  trigger: String$
}) {
  get message() {
    return `${this.machine}: ${this.trigger} is not allowed when ${this.state}`;
  }
};
var when2 = (text3, holds) => ({ text: text3, holds });
var always = when2("", () => true);
var make44 = (name) => (table) => ({
  name,
  rows: table((state, trigger, condition, next, ...effects) => ({ state, trigger, condition, next, effects }))
});
var decide = (machine4, state, trigger, facts) => {
  const row = machine4.rows.find((row2) => row2.state === state && row2.trigger === trigger && row2.condition.holds(facts));
  return row === void 0 ? left2(new Refused({ machine: machine4.name, state, trigger })) : right2(row);
};
var distinct = (values4) => Array.from(new Set(values4));
var states = (machine4) => distinct(machine4.rows.flatMap((row) => [row.state, row.next]));
var triggers = (machine4) => distinct(machine4.rows.map((row) => row.trigger));
var finals = (machine4) => states(machine4).filter((state) => machine4.rows.every((row) => row.state !== state));
var toMarkdown = (machine4) => [
  `# ${machine4.name}`,
  "",
  "| State | Trigger | Condition | Next state | Other effects |",
  "| --- | --- | --- | --- | --- |",
  ...machine4.rows.map(
    (row) => `| ${row.state} | ${row.trigger} | ${row.condition.text} | ${row.next} | ${row.effects.join(", ")} |`
  ),
  "",
  "```mermaid",
  toMermaid(machine4),
  "```",
  ""
].join("\n");
var toMermaid = (machine4) => [
  "stateDiagram-v2",
  ...machine4.rows.map((row) => {
    const condition = row.condition.text === "" ? "" : ` [${row.condition.text}]`;
    return `  ${row.state === "none" ? "[*]" : row.state} --> ${row.next}: ${row.trigger}${condition}`;
  }),
  ...finals(machine4).map((state) => `  ${state} --> [*]`)
].join("\n");

// ../core/src/cards/ChargeMachine.ts
var noVerification = when2("No 3-D Secure needed", (_) => !_.threeDSecureNeeded);
var verification = when2("3-D Secure verification required", (_) => _.threeDSecureNeeded);
var isOver = (_) => _.expiredAt !== null && greaterThanOrEqualTo4(_.now, _.expiredAt);
var expired = when2("`expired_at` reached", isOver);
var notExpired = when2("`expired_at` not reached", (_) => !isOver(_));
var checksPass = when2("AVS and CVC results accepted", (_) => !_.checksRejected);
var checksReject = when2("AVS or CVC result rejected", (_) => _.checksRejected);
var machine = make44("card transaction")((row) => [
  //   state         trigger                 condition        next          other effects
  row("none", "Accepted", noVerification, "pending", "ask-acquirer"),
  row("none", "Accepted", verification, "incomplete", "watch-expiry"),
  row("none", "RulesDeclined", always, "failed", "notify"),
  // D17
  row("none", "NoAcquirer", always, "failed", "notify"),
  // D6, F.2011
  row("incomplete", "Authenticated", always, "pending", "ask-acquirer"),
  // D16
  row("incomplete", "AuthenticationFailed", always, "failed", "notify"),
  // D16
  row("incomplete", "TimePassed", expired, "expired", "notify"),
  row("pending", "VerificationRefused", always, "failed", "notify"),
  // D20
  row("pending", "Approved", checksPass, "successful", "notify", "watch-hold"),
  row("pending", "Approved", checksReject, "failed", "notify", "reverse"),
  // D18
  row("pending", "Declined", always, "failed", "notify"),
  row("pending", "NotDone", notExpired, "failed", "notify"),
  row("pending", "NotDone", expired, "expired", "notify"),
  row("pending", "NoAnswer", always, "pending"),
  // D6, P.9999
  row("successful", "Closed", always, "successful", "close"),
  // D7
  row("successful", "HoldLapsed", always, "successful", "notify", "close", "reverse"),
  // D10
  row("successful", "ReversalBegun", always, "successful"),
  // D40: its key is committed before it is used
  row("failed", "ReversalBegun", always, "failed"),
  row("expired", "ReversalBegun", always, "expired"),
  row("failed", "Corrected", always, "successful", "notify"),
  // D40: the acquirer refused to take it back
  row("expired", "Corrected", always, "successful", "notify")
]);

// ../core/src/cards/ChildMachine.ts
var machine2 = make44("capture, void, refund, credit, card payout")(
  (row) => [
    //   state      trigger     condition       next         other effects
    row("none", "Accepted", always, "pending", "ask-acquirer"),
    row("pending", "Approved", always, "successful", "notify", "close-parent"),
    row("pending", "Declined", always, "failed", "notify"),
    row("pending", "NotDone", always, "failed", "notify"),
    row("pending", "NoAnswer", always, "pending")
  ]
);

// ../core/src/transactions/TransactionEvent.ts
var TransactionEvent = taggedEnum();
var isCharge = (type) => {
  switch (type) {
    case "authorization":
    case "payment":
    case "tokenization":
      return true;
    case "capture":
    case "void":
    case "refund":
    case "credit":
    case "payout":
      return false;
  }
};
var rejects = (transaction2, report2) => {
  const wanted = transaction2.details.additionalData?.avsCvcVerification;
  const listed3 = (codes2, result2) => result2 !== null && codes2?.includes(result2) === true;
  return listed3(wanted?.avsVerification?.rejectCodes, report2.avsResult) || listed3(wanted?.cvcVerification?.rejectCodes, report2.cvcResult);
};
var decide2 = (transaction2, event, now3) => {
  const report2 = reportOf(event);
  if (isCharge(transaction2.type)) {
    return decide(machine, transaction2.status, event._tag, {
      now: now3,
      expiredAt: transaction2.expiredAt,
      threeDSecureNeeded: false,
      checksRejected: report2 !== null && rejects(transaction2, report2)
    });
  }
  const state = transaction2.status;
  return decide(machine2, state, event._tag, void 0);
};
var reportOf = (event) => event._tag === "Approved" || event._tag === "Declined" || event._tag === "Corrected" ? event.report : null;
var walletOf = (event) => event._tag === "Approved" && event.wallet !== void 0 ? { wallet: event.wallet } : {};
var attemptsOf = (transaction2, event) => event._tag === "ReversalBegun" ? { attempts: [...transaction2.attempts ?? [], event.attempt] } : {};
var reasonAfter = (transaction2, event, status2) => {
  if (status2 === transaction2.status) return transaction2.reason;
  return status2 === "failed" ? reasonOf(event) : null;
};
var closing = (event, effects, now3) => effects.includes("close") && (event._tag === "Closed" || event._tag === "HoldLapsed") ? { closedAt: now3, closedBy: event._tag } : {};
var reasonOf = (event) => {
  switch (event._tag) {
    case "Declined":
      return event.reason;
    case "Approved":
      return "avs-cvc";
    case "NotDone":
      return "acquirer-temporary";
    case "VerificationRefused":
      return "verification-refused";
    case "TimePassed":
    case "NoAnswer":
    case "Closed":
    case "HoldLapsed":
    case "Corrected":
    case "ReversalBegun":
      return "unspecified";
  }
};
var apply = (transaction2, event, now3) => map(decide2(transaction2, event, now3), ({ effects, next }) => {
  const status2 = next;
  const settles = status2 !== transaction2.status;
  const version2 = transaction2.version + 1;
  return {
    effects,
    transition: { version: version2, at: now3, trigger: event._tag, from: transaction2.status, to: status2, detail: null },
    transaction: {
      ...transaction2,
      status: status2,
      version: version2,
      updatedAt: now3,
      reason: reasonAfter(transaction2, event, status2),
      report: reportOf(event) ?? transaction2.report ?? (settles ? noReport : null),
      ...walletOf(event),
      ...attemptsOf(transaction2, event),
      paidAt: settles && status2 === "successful" ? now3 : transaction2.paidAt,
      ...closing(event, effects, now3)
    }
  };
});

// ../core/src/transactions/TransactionStore.ts
var TransactionStore = class extends Tag2("@florin/core/TransactionStore")() {
};
var TransactionDocuments = class extends Tag2("@florin/core/TransactionDocuments")() {
};

// ../../node_modules/.pnpm/effect@3.22.4/node_modules/effect/dist/esm/FiberSet.js
var TypeId18 = /* @__PURE__ */ Symbol.for("effect/FiberSet");
var isFiberSet = (u) => hasProperty(u, TypeId18);
var Proto3 = {
  [TypeId18]: TypeId18,
  [Symbol.iterator]() {
    if (this.state._tag === "Closed") {
      return empty3();
    }
    return this.state.backing[Symbol.iterator]();
  },
  toString() {
    return format(this.toJSON());
  },
  toJSON() {
    return {
      _id: "FiberMap",
      state: this.state
    };
  },
  [NodeInspectSymbol]() {
    return this.toJSON();
  },
  pipe() {
    return pipeArguments(this, arguments);
  }
};
var unsafeMake10 = (backing, deferred) => {
  const self = Object.create(Proto3);
  self.state = {
    _tag: "Open",
    backing
  };
  self.deferred = deferred;
  return self;
};
var make45 = () => acquireRelease2(map12(make35(), (deferred) => unsafeMake10(/* @__PURE__ */ new Set(), deferred)), (set8) => withFiberRuntime2((parent) => {
  const state = set8.state;
  if (state._tag === "Closed") return _void;
  set8.state = {
    _tag: "Closed"
  };
  const fibers = state.backing;
  return interruptAllAs2(fibers, combine3(parent.id(), internalFiberId)).pipe(intoDeferred2(set8.deferred));
}));
var internalFiberIdId = -1;
var internalFiberId = /* @__PURE__ */ make13(internalFiberIdId, 0);
var isInternalInterruption = /* @__PURE__ */ reduceWithContext3(void 0, {
  emptyCase: constFalse,
  failCase: constFalse,
  dieCase: constFalse,
  interruptCase: (_, fiberId2) => has3(ids2(fiberId2), internalFiberIdId),
  sequentialCase: (_, left3, right3) => left3 || right3,
  parallelCase: (_, left3, right3) => left3 || right3
});
var unsafeAdd = /* @__PURE__ */ dual((args2) => isFiberSet(args2[0]), (self, fiber, options2) => {
  if (self.state._tag === "Closed") {
    fiber.unsafeInterruptAsFork(combine3(options2?.interruptAs ?? none4, internalFiberId));
    return;
  } else if (self.state.backing.has(fiber)) {
    return;
  }
  self.state.backing.add(fiber);
  fiber.addObserver((exit4) => {
    if (self.state._tag === "Closed") {
      return;
    }
    self.state.backing.delete(fiber);
    if (isFailure(exit4) && (options2?.propagateInterruption === true ? !isInternalInterruption(exit4.cause) : !isInterruptedOnly2(exit4.cause))) {
      unsafeDone(self.deferred, exit4);
    }
  });
});
var constInterruptedFiber = /* @__PURE__ */ (function() {
  let fiber = void 0;
  return () => {
    if (fiber === void 0) {
      fiber = runFork2(interrupt3);
    }
    return fiber;
  };
})();
var run = function() {
  const self = arguments[0];
  if (!isEffect2(arguments[1])) {
    const options2 = arguments[1];
    return (effect2) => runImpl(self, effect2, options2);
  }
  return runImpl(self, arguments[1], arguments[2]);
};
var runImpl = (self, effect2, options2) => fiberIdWith2((fiberId2) => {
  if (self.state._tag === "Closed") {
    return sync3(constInterruptedFiber);
  }
  return tap2(forkDaemon2(effect2), (fiber) => unsafeAdd(self, fiber, {
    ...options2,
    interruptAs: fiberId2
  }));
});
var runtime4 = (self) => () => map12(runtime3(), (runtime5) => {
  const runFork4 = runFork3(runtime5);
  return (effect2, options2) => {
    if (self.state._tag === "Closed") {
      return constInterruptedFiber();
    }
    const fiber = runFork4(effect2, options2);
    unsafeAdd(self, fiber);
    return fiber;
  };
});
var awaitEmpty = (self) => whileLoop3({
  while: () => self.state._tag === "Open" && self.state.backing.size > 0,
  body: () => _await2(unsafeHead(self)),
  step: constVoid
});

// ../core/src/operations/internal/deadlines.ts
var listOf = (limit2, runFork4) => {
  const waiting2 = /* @__PURE__ */ new Set();
  let watched = false;
  const next = () => {
    for (const first6 of waiting2) return first6;
    return void 0;
  };
  const watch = suspend4(() => {
    const first6 = next();
    if (first6 === void 0) {
      watched = false;
      return _void;
    }
    return flatMap11(currentTimeMillis2, (now3) => {
      if (first6.at > now3) return zipRight2(sleep4(millis(first6.at - now3)), watch);
      waiting2.delete(first6);
      first6.late();
      return watch;
    });
  });
  return (now3, late) => {
    const deadline = { at: now3 + limit2, late };
    waiting2.add(deadline);
    if (!watched) {
      watched = true;
      runFork4(watch);
    }
    return () => void waiting2.delete(deadline);
  };
};
var make46 = gen2(function* () {
  const fibers = yield* make45();
  const runFork4 = yield* runtime4(fibers)();
  const lists = /* @__PURE__ */ new Map();
  return {
    add: (now3, limit2, late) => {
      const millis5 = toMillis(limit2);
      const list2 = lists.get(millis5) ?? listOf(millis5, runFork4);
      lists.set(millis5, list2);
      return list2(now3, late);
    }
  };
});

// ../core/src/operations/Calls.ts
var drainLimit = seconds(6);
var Calls = class extends Tag2("@florin/core/Calls")() {
};
var make47 = gen2(function* () {
  const runtime5 = yield* runtime3();
  const runFork4 = runFork3(runtime5);
  const clock3 = yield* clock2;
  const deadlines = yield* make46;
  let underWay = 0;
  let emptied = () => void 0;
  const empty28 = async2((resume2) => {
    emptied = () => resume2(_void);
    if (underWay === 0) emptied();
  });
  yield* addFinalizer2(() => ignore2(timeout2(interruptible4(empty28), drainLimit)));
  return Calls.of({
    start: (call, limit2, heard, late) => {
      const fiber = runFork4(call);
      const done5 = deadlines.add(clock3.unsafeCurrentTimeMillis(), limit2, () => {
        late();
        fiber.unsafeInterruptAsFork(none4);
      });
      fiber.addObserver((exit4) => {
        done5();
        heard(exit4);
      });
    },
    enter: () => {
      underWay += 1;
      return () => {
        underWay -= 1;
        if (underWay === 0) emptied();
      };
    }
  });
});
var layer3 = scoped3(Calls, make47);
var bounded3 = (calls2) => (call, limit2, otherwise) => async2(
  (resume2) => calls2.start(
    call,
    limit2,
    (exit4) => resume2(exit4._tag === "Success" ? succeed6(exit4.value) : succeed6(otherwise)),
    () => resume2(succeed6(otherwise))
  )
);

// ../core/src/jobs/Share.ts
var make48 = (resource, shop2) => `${resource}|${shop2}`;
var ofShop = (shop2) => make48("", shop2);
var ofAcquirer = (shop2, gatewayId) => make48(`acquirer ${gatewayId ?? "none"}`, shop2);
var origin = /^[A-Za-z][A-Za-z0-9+.-]*:\/\/[^/?#]*/;
var ofReceiver = (shop2, url2) => make48((origin.exec(url2)?.[0] ?? "").slice(0, 300), shop2);
var resourceOf = (share) => share.slice(0, Math.max(0, share.lastIndexOf("|")));

// ../core/src/notifications/Announcement.ts
var kind = "notify";
var writes = ({ body: body2, id: id2, now: now3, sequence, shop: shop2, subject, url: url2 }) => [
  {
    _tag: "InsertNotification",
    notification: {
      shop: shop2,
      id: id2,
      subject,
      sequence,
      url: url2,
      body: body2,
      status: "waiting",
      attempts: 0,
      lastResult: null,
      createdAt: now3,
      updatedAt: now3
    }
  },
  delivery(shop2, subject, url2, now3)
];
var delivery = (shop2, subject, url2, now3) => ({
  _tag: "EnqueueJob",
  job: { shop: shop2, kind, subject },
  runAt: toEpochMillis2(now3),
  share: ofReceiver(shop2, url2)
});

// ../core/src/transactions/TransactionWriter.ts
var millis2 = toEpochMillis2;
var job2 = ({ shop: shop2, uid }, kind3) => ({ shop: shop2, kind: kind3, subject: uid });
var enqueue = (transaction2, kind3, runAt, share) => ({
  _tag: "EnqueueJob",
  job: job2(transaction2, kind3),
  runAt: millis2(runAt),
  share
});
var announce = (transaction2, document3, { notification: notification2, shop: shop2 }) => {
  const url2 = transaction2.details.notificationUrl ?? shop2.notificationUrl;
  if (url2 === void 0) return [];
  const { uid, updatedAt, version: version2 } = transaction2;
  return writes({
    shop: shop2.id,
    id: notification2,
    subject: uid,
    sequence: version2,
    url: url2,
    body: document3,
    now: updatedAt
  });
};
var effectWrites = (effect2, transaction2, document3, regime) => {
  switch (effect2) {
    case "notify":
      return announce(transaction2, document3, regime);
    case "watch-hold": {
      if (transaction2.type !== "authorization") return [];
      const lapsesAt = addDuration2(transaction2.updatedAt, regime.shop.holdPeriod);
      return [enqueue(transaction2, "release-hold", lapsesAt, ofShop(regime.shop.id))];
    }
    case "watch-expiry":
      return transaction2.expiredAt === null ? [] : [enqueue(transaction2, "expire", transaction2.expiredAt, ofShop(regime.shop.id))];
    case "reverse": {
      const share = ofAcquirer(regime.shop.id, transaction2.gatewayId);
      return [enqueue(transaction2, "reverse", transaction2.updatedAt, share)];
    }
    case "close":
      return [{ _tag: "CancelJob", job: job2(transaction2, "release-hold") }];
    case "ask-acquirer":
    case "close-parent":
      return [];
  }
};
var keptAnswer = ({ idempotencyKey, shop: shop2 }, document3) => idempotencyKey === void 0 ? [] : [{ _tag: "KeepAnswer", shop: shop2, key: idempotencyKey, answer: { status: 200, body: document3 } }];
var earliest = (writes2) => {
  let wakeAt;
  for (const write5 of writes2) {
    if (write5._tag === "EnqueueJob" && (wakeAt === void 0 || write5.runAt < wakeAt)) wakeAt = write5.runAt;
  }
  return wakeAt;
};
var written = (row, change2, regime) => {
  const { effects, transaction: transaction2, transition } = change2;
  const { shop: shop2, uid } = transaction2;
  const document3 = regime.encode(transaction2);
  const writes2 = [row, { _tag: "AppendHistory", shop: shop2, uid, transition }];
  for (const effect2 of effects) writes2.push(...effectWrites(effect2, transaction2, document3, regime));
  writes2.push(...keptAnswer(transaction2, document3));
  return { writes: writes2, document: document3, wakeAt: earliest(writes2), change: { transaction: transaction2, change: transition } };
};
var inserted = (change2, terms, regime) => written({ _tag: "InsertTransaction", transaction: change2.transaction, terms }, change2, regime);
var replaced = (change2, regime) => written({ _tag: "ReplaceTransaction", transaction: change2.transaction }, change2, regime);

// ../core/src/operations/internal/lateTruth.ts
var mayStandFrom = ({ event, kind: kind3, now: now3, window: window2 }) => {
  if (kind3.unknownOutcome === "rolls-forward") return void 0;
  if (event._tag === "Approved") return now3;
  return event._tag === "NoAnswer" ? now3 + window2 : void 0;
};
var reversal = (late, current) => {
  const runAt = mayStandFrom(late);
  if (runAt === void 0 || current.status === "successful") return [];
  const share = ofAcquirer(current.shop, current.gatewayId);
  return [{ _tag: "EnqueueJob", job: job2(current, "reverse"), runAt, share }];
};
var lateTruth = (late) => ({
  name: "record-too-late",
  load: { current: transaction(late.transaction.shop, late.transaction.uid) },
  decide: ({ current }) => {
    if (current === void 0) return refuse(new Stale());
    const document3 = late.encode(current);
    const { idempotencyKey: key3, shop: shop2 } = current;
    const writes2 = reversal(late, current);
    const kept = key3 === void 0 ? [] : [{ _tag: "KeepAnswer", shop: shop2, key: key3, answer: { status: 200, body: document3 } }];
    return decided(
      [...writes2, ...kept],
      { transaction: current, document: document3 },
      { wakeAt: earliest(writes2) }
    );
  }
});

// ../core/src/operations/internal/quiet.ts
var most = 1e5;
var make49 = () => {
  const first6 = /* @__PURE__ */ new Map();
  const nameOf2 = ({ shop: shop2, subject }) => `${shop2} ${subject}`;
  return {
    since: (job4, now3) => {
      const name = nameOf2(job4);
      const known4 = first6.get(name);
      if (known4 !== void 0) return now3 - known4;
      if (first6.size >= most) first6.delete(first6.keys().next().value);
      first6.set(name, now3);
      return 0;
    },
    forget: (job4) => void first6.delete(nameOf2(job4))
  };
};

// ../core/src/money/Amount.ts
var Amount = Number$.pipe(
  filter8((value3) => Number.isSafeInteger(value3) && value3 >= 0, { message: () => "is invalid" }),
  annotations2({ identifier: "Amount", jsonSchema: { type: "integer", minimum: 0, maximum: 2 ** 53 - 1 } }),
  brand("Amount")
);
var PositiveAmount = Amount.pipe(
  filter8((value3) => value3 > 0, { message: () => "must be greater than 0" }),
  annotations2({
    identifier: "PositiveAmount",
    jsonSchema: { type: "integer", minimum: 1, maximum: 2 ** 53 - 1 }
  })
);
var zero2 = Amount.make(0);
var add8 = (left3, right3) => Amount.make(left3 + right3);
var remainder = (from, taken) => Amount.make(Math.max(0, from - taken));

// ../core/src/operations/RetrySchedule.ts
var first2 = [2, 5, 15, 60, 300, 1800];
var hours2 = 7 * 24;
var askAgainAt = (now3, attempts) => attempts >= first2.length + hours2 ? void 0 : add7(now3, { seconds: first2[attempts] ?? 3600 });

// ../core/src/operations/internal/recording.ts
var millis3 = toEpochMillis2;
var jobAfter = ({ event, job: job4, lingers }, now3) => {
  if (event._tag !== "NoAnswer") return { write: { _tag: "FinishJob", job: job4 } };
  const runAt = millis3(askAgainAt(now3, job4.attempts) ?? now3);
  return lingers === true ? { write: { _tag: "KeepJob", job: job4, runAt } } : { write: { _tag: "PostponeJob", job: job4, runAt }, runAt };
};
var closesParent = ({ event, transaction: transaction2 }) => event._tag === "Approved" && (transaction2.type === "capture" || transaction2.type === "void") ? transaction2.parentUid : void 0;
var isWhole = (parent, totals) => totals.pending <= 1 && parent.closedAt === null && add8(totals.captured, totals.voided) >= parent.amount;
var soonest = (...instants) => {
  const known4 = instants.filter((instant3) => instant3 !== void 0);
  return known4.length === 0 ? void 0 : Math.min(...known4);
};
var parentWritten = (parent, totals, regime) => {
  if (parent === void 0 || !isWhole(parent, totals)) return void 0;
  const closed = apply(parent, { _tag: "Closed" }, regime.now);
  return isLeft2(closed) ? void 0 : replaced(closed.right, { ...regime, notification: regime.parentNotification });
};
var none9 = {
  parent: void 0,
  totals: { captured: zero2, voided: zero2, refunded: zero2, pending: 0 }
};
var write = (outcome, regime, { parent, totals }) => {
  const change2 = outcome.kind.decide(outcome.transaction, outcome.event, regime.now);
  if (isLeft2(change2)) return refuse(new Stale());
  const own2 = replaced(change2.right, regime);
  const other = parentWritten(parent, totals, regime);
  const { runAt, write: ended } = jobAfter(outcome, regime.now);
  const answer2 = { transaction: change2.right.transaction, document: own2.document };
  return decided([ended, ...own2.writes, ...other?.writes ?? []], answer2, {
    wakeAt: soonest(own2.wakeAt, other?.wakeAt, runAt),
    changes: other === void 0 ? [own2.change] : [own2.change, other.change]
  });
};
var record2 = (outcome, regime) => {
  const name = outcome.event._tag === "NoAnswer" ? "record-no-answer" : "record";
  const parent = closesParent(outcome);
  if (parent === void 0) return { name, load: {}, decide: () => write(outcome, regime, none9) };
  const { shop: shop2 } = outcome.transaction;
  return {
    name,
    load: { parent: transaction(shop2, parent), totals: parentTotals(shop2, parent) },
    decide: (facts) => write(outcome, regime, facts)
  };
};

// ../core/src/operations/Operations.ts
var Operations = class extends Tag2("@florin/core/Operations")() {
};
var contention = new StorageError({ operation: "accept", reason: "busy", detail: "stale" });
var soon = 1e3;
var storageFailure = (error) => error instanceof StorageError ? error : new StorageError({ operation: "record", reason: "unexpected" });
var make50 = gen2(function* () {
  const store = yield* OperationStore;
  const documents = yield* TransactionDocuments;
  const lease = yield* Lease;
  const worker = yield* Worker;
  const peers = yield* PeerWakeup;
  const calls2 = yield* Calls;
  const newNotificationId = yield* makeNotificationId;
  const monotonic = yield* MonotonicClock;
  const quiet = make49();
  const runFork4 = runFork3(yield* runtime3());
  const wake = (wakeAt, clock3) => {
    if (wakeAt === void 0) return;
    const now3 = clock3.unsafeCurrentTimeMillis();
    worker.unsafeWakeFor(wakeAt, now3);
    if (wakeAt <= now3 + soon) peers.unsafeTell();
  };
  const regimeOf = ({ clock: clock3, shop: shop2 }) => {
    const now3 = clock3.unsafeCurrentTimeMillis();
    return {
      shop: shop2,
      encode: documents.encode,
      now: unsafeMake8(now3),
      notification: newNotificationId(now3),
      parentNotification: newNotificationId(now3)
    };
  };
  const end = (run4, exit4) => {
    worker.end(run4.job);
    if (exit4._tag === "Failure") worker.abandon(run4.job);
    run4.done(exit4);
  };
  const standing = (run4, event) => {
    const { clock: clock3, kind: kind3, transaction: transaction2 } = run4;
    const now3 = clock3.unsafeCurrentTimeMillis();
    const window2 = toMillis(kind3.inFlightWindow(transaction2));
    store.submit(lateTruth({ kind: kind3, transaction: transaction2, event, now: now3, window: window2, encode: documents.encode }), (outcome) => {
      if (outcome._tag !== "Committed") return end(run4, fail3(storageFailure(errorOf(outcome))));
      wake(outcome.wakeAt, clock3);
      end(run4, succeed3(outcome.answer));
    });
  };
  const note = (job4, event, lingers) => {
    if (event._tag !== "NoAnswer") quiet.forget(job4);
    else if (!lingers) quiet.since(job4, monotonic.unsafeNow());
  };
  const record3 = (run4, event, lingers, then) => {
    const { job: job4, kind: kind3, transaction: transaction2 } = run4;
    note(job4, event, lingers);
    const operation2 = record2({ kind: kind3, transaction: transaction2, event, job: job4, lingers }, regimeOf(run4));
    store.submit(operation2, (outcome) => {
      if (outcome._tag === "Committed") {
        wake(outcome.wakeAt, run4.clock);
        return then(succeed3(outcome.answer));
      }
      if (outcome._tag === "Failed" && outcome.error instanceof Stale) return standing(run4, event);
      then(fail3(storageFailure(errorOf(outcome))));
    });
  };
  const recorded2 = (run4, event) => record3(run4, event, false, (exit4) => end(run4, exit4));
  const heardLate = (run4, pending2, event) => {
    recorded2({ ...run4, transaction: pending2.transaction, done: () => void 0 }, event);
  };
  const withAfter = (run4, performance2, event) => {
    if (performance2.after === void 0 || event._tag !== "Approved") return recorded2(run4, event);
    runFork4(performance2.after(event)).addObserver((exit4) => recorded2(run4, exit4._tag === "Success" ? exit4.value : event));
  };
  const ask2 = (run4, performance2) => {
    let pending2;
    let early;
    let late = false;
    calls2.start(
      performance2.ask,
      performance2.limit,
      (exit4) => {
        const event = exit4._tag === "Success" ? exit4.value : TransactionEvent.NoAnswer();
        if (!late) return withAfter(run4, performance2, event);
        if (pending2 === void 0) early = event;
        else heardLate(run4, pending2, event);
      },
      () => {
        late = true;
        record3(run4, TransactionEvent.NoAnswer(), true, (exit4) => {
          run4.done(exit4);
          if (exit4._tag === "Failure") return end({ ...run4, done: () => void 0 }, exit4);
          pending2 = exit4.value;
          if (early !== void 0) heardLate(run4, pending2, early);
        });
      }
    );
  };
  const renewed = ({ job: job4 }, renewal) => ({
    name: "lease-renew",
    load: { held: job(job4) },
    decide: ({ held: held3 }) => held3?.fence === job4.fence && held3.owner === renewal.owner ? decided(renewal.writes, void 0) : refuse(new Stale())
  });
  const whenSure = (run4, send) => {
    if (lease.isSure()) return send();
    const renewal = lease.renewal("now");
    store.submit(renewed(run4, renewal), (outcome) => {
      if (outcome._tag !== "Committed") return standing(run4, TransactionEvent.NotDone());
      renewal.committed();
      return lease.isSure() ? send() : standing(run4, TransactionEvent.NotDone());
    });
  };
  const perform2 = (run4, performance2) => {
    const send = () => whenSure(run4, () => ask2(run4, performance2));
    if (performance2.before === void 0) return send();
    runFork4(performance2.before).addObserver((exit4) => {
      const event = exit4._tag === "Success" ? exit4.value : TransactionEvent.VerificationRefused();
      if (event === void 0) send();
      else recorded2(run4, event);
    });
  };
  const started = (run4, performance2, resume2) => {
    const leave = calls2.enter();
    worker.begin(run4.job);
    perform2(
      {
        ...run4,
        done: (exit4) => {
          leave();
          resume2(exit4);
        }
      },
      performance2
    );
  };
  const run3 = ({ accept, kind: kind3, perform: perform3, shop: shop2 }) => clockWith4(
    (clock3) => async2((resume2) => {
      const accepted = (acceptance2) => {
        if (acceptance2._tag === "Concluded") return resume2(succeed6(acceptance2.answer));
        const { job: job4, transaction: transaction2 } = acceptance2;
        started({ shop: shop2, kind: kind3, transaction: transaction2, job: job4, clock: clock3 }, perform3(transaction2), resume2);
      };
      const submit = (tries) => {
        const renewal = lease.renewal();
        store.submit(accept(renewal), (outcome) => {
          if (outcome._tag === "Committed") {
            renewal.committed();
            wake(outcome.wakeAt, clock3);
            return accepted(outcome.answer);
          }
          if (outcome._tag === "Died") return resume2(die5(outcome.defect));
          if (!(outcome.error instanceof Stale)) return resume2(fail7(outcome.error));
          if (tries === 0) return resume2(fail7(contention));
          runFork4(ignore2(lease.renamed)).addObserver(() => submit(tries - 1));
        });
      };
      submit(2);
    })
  );
  return Operations.of({
    run: run3,
    quietFor: (job4) => quiet.since(job4, monotonic.unsafeNow()),
    resume: (shop2, kind3, transaction2, job4, performance2) => clockWith4(
      (clock3) => async2((resume2) => started({ shop: shop2, kind: kind3, transaction: transaction2, job: job4, clock: clock3 }, performance2, resume2))
    ),
    record: (shop2, kind3, transaction2, event, job4) => clockWith4(
      (clock3) => async2((resume2) => {
        worker.begin(job4);
        recorded2({ shop: shop2, kind: kind3, transaction: transaction2, job: job4, clock: clock3, done: resume2 }, event);
      })
    )
  });
});
var errorOf = (outcome) => outcome._tag === "Failed" ? outcome.error : outcome.defect;
var layer4 = effect(Operations, make50);

// ../../node_modules/.pnpm/effect@3.22.4/node_modules/effect/dist/esm/DefaultServices.js
var liveServices2 = liveServices;

// ../core/src/operations/Tracing.ts
var untraced = get2(liveServices2, Tracer);
var traced = (name, effect2) => tracerWith2((tracer2) => tracer2 === untraced ? effect2 : withSpan2(effect2, name));

// ../core/src/store/UnitOfWork.ts
var UnitOfWorkContext = class extends Tag2("@florin/core/UnitOfWorkContext")() {
};
var UnitOfWork = class extends Tag2("@florin/core/UnitOfWork")() {
};
var NotInsideTransaction = class extends TaggedError2("@florin/core/NotInsideTransaction")(
  "NotInsideTransaction",
  { operation: String$ }
) {
  get message() {
    return `${this.operation} asks an acquirer and can't run inside a transaction; call it before or after`;
  }
};
var outside = (operation2, effect2) => contextWithEffect2(
  (context3) => context3.unsafeMap.has(UnitOfWorkContext.key) ? new NotInsideTransaction({ operation: operation2 }) : effect2
);

// ../core/src/shops/Shop.ts
var defaultHoldPeriod = days(7);
var Shop = class extends Class4("@florin/core/Shop")({
  id: ShopId,
  name: String$,
  /** 3-D Secure is enabled for the merchant account. */
  threeDSecure: Boolean$,
  /** The merchant may send `skip_three_d_secure_verification`. */
  allowSkipThreeDSecure: Boolean$,
  /** The merchant may send `force_three_d_secure_verification`. */
  allowForceThreeDSecure: Boolean$,
  /** A token may only be used as its contracts cover. Source: D14. */
  strictContracts: Boolean$,
  /** IANA name; the gateway's own when absent. Source: D24. */
  timeZone: optional(String$),
  holdPeriod: DurationFromMillis,
  /** Receives webhooks when a request names no URL of its own. */
  notificationUrl: optional(String$),
  /** Webhooks carry HTTP Basic with the shop's id and secret. */
  notificationBasic: optional(Redacted(String$)),
  /** `whsec_` and base64. Source: D33, Standard Webhooks. */
  webhookSecret: optional(Redacted(String$)),
  /** PEM of an RSA private key for `Content-Signature`. Source: D33. */
  notificationPrivateKey: optional(Redacted(String$))
}) {
};
var Unauthorized = class extends TaggedError2("@florin/core/Unauthorized")("Unauthorized", {}) {
};
var ShopDirectory = class extends Tag2("@florin/core/ShopDirectory")() {
};

// ../core/src/operations/Recovery.ts
var kind2 = "recover";
var TransactionKinds = class extends Tag2("@florin/core/TransactionKinds")() {
};
var Recovery = class extends Tag2("@florin/core/Recovery")() {
};
var sendingLimit = seconds(30);
var handedOver = "A transaction is still pending after 7 days of asking";
var notRepeatable = "A transaction is pending, and its acquirer does not promise that one key is one operation";
var make51 = gen2(function* () {
  const store = yield* OperationStore;
  const transactions3 = yield* TransactionStore;
  const lease = yield* Lease;
  const worker = yield* Worker;
  const shops3 = yield* ShopDirectory;
  const operations2 = yield* Operations;
  const kindOf = yield* TransactionKinds;
  const entropy = yield* Entropy;
  const write5 = commit(store);
  const ended = (name, writes2, wakeAt) => write5({ name, load: {}, decide: () => decided(writes2, void 0, { wakeAt }) });
  const finish = (job4) => ended("recover-nothing", [{ _tag: "FinishJob", job: job4 }]);
  const later = fnUntraced2(function* (job4, atLatest) {
    const now3 = yield* now2;
    const next = askAgainAt(now3, job4.attempts);
    if (next === void 0) {
      yield* finish(job4);
      return yield* logError2(handedOver, { uid: job4.subject });
    }
    const runAt = Math.min(
      next.epochMillis,
      atLatest === void 0 ? Number.POSITIVE_INFINITY : now3.epochMillis + atLatest
    );
    yield* ended("recover-later", [{ _tag: "PostponeJob", job: job4, runAt }], runAt);
  });
  const record3 = (shop2, transaction2, event, job4) => operations2.record(shop2, kindOf(transaction2.type), transaction2, event, job4);
  const sendAgain = (shop2, transaction2, job4) => {
    const kind3 = kindOf(transaction2.type);
    const ask2 = kind3.sendAgain(transaction2);
    if (ask2 === void 0)
      return zipRight2(logWarning2(notRepeatable, { uid: transaction2.uid }), later(job4));
    return operations2.resume(shop2, kind3, transaction2, job4, { ask: ask2, limit: sendingLimit });
  };
  const neverSeen = (shop2, transaction2, job4, quietFor) => {
    const kind3 = kindOf(transaction2.type);
    if (kind3.unknownOutcome === "rolls-forward") return sendAgain(shop2, transaction2, job4);
    const window2 = toMillis(kind3.inFlightWindow(transaction2));
    return quietFor >= window2 ? record3(shop2, transaction2, TransactionEvent.NotDone(), job4) : later(job4, window2 - quietFor);
  };
  const conclude2 = (shop2, transaction2, job4, known4, quietFor) => {
    if (known4 === "unknown") return later(job4);
    return known4 === "never-seen" ? neverSeen(shop2, transaction2, job4, quietFor) : record3(shop2, transaction2, known4, job4);
  };
  const run3 = fnUntraced2(function* (job4) {
    const found = yield* transactions3.find(job4.shop, TransactionUid.make(job4.subject));
    if (isNone2(found) || found.value.status !== "pending") return yield* finish(job4);
    const shop2 = yield* shops3.find(job4.shop);
    if (isNone2(shop2)) return yield* later(job4);
    const transaction2 = found.value;
    const quietFor = operations2.quietFor(job4);
    const known4 = yield* kindOf(transaction2.type).status(transaction2);
    yield* conclude2(shop2.value, transaction2, job4, known4, quietFor);
  });
  const claimed = ({ gatewayId, shop: shop2, uid }, now3) => {
    const job4 = { shop: shop2, kind: kind2, subject: uid };
    const fence = entropy(6).reduce((sum, byte) => sum * 256 + byte, 0);
    const renewal = lease.renewal("now");
    const isWorking = worker.isRunning(job4);
    return {
      name: "recover-claim",
      load: { held: job(job4) },
      decide: ({ held: held3 }) => {
        const owner = renewal.owner;
        if (held3 === void 0) {
          const made = { ...job4, fence, attempts: 0, runAt: unsafeMake8(now3) };
          const share = ofAcquirer(shop2, gatewayId);
          return decided([...renewal.writes, { _tag: "HoldJob", job: made, runAt: now3, share, owner }], made);
        }
        if (isWorking || held3.owner !== null && held3.owner !== owner) return decided([], void 0);
        return decided([...renewal.writes, { _tag: "ClaimJob", job: held3, owner }], { ...held3, fence: held3.fence + 1 });
      }
    };
  };
  return Recovery.of({
    handler: { kind: kind2, lane: "calls", run: (job4) => traced("Recovery.run", run3(job4)) },
    now: fnUntraced2(function* (transaction2) {
      if (transaction2.status !== "pending") return;
      const { epochMillis } = yield* now2;
      const job4 = yield* write5(claimed(transaction2, epochMillis));
      if (job4 !== void 0) yield* worker.working(job4)(run3(job4));
    })
  });
});
var layer5 = effect(Recovery, make51);

// ../core/src/cards/CardBrand.ts
var CardBrand = Literal2(
  "visa",
  "master",
  "maestro",
  "amex",
  "mir",
  "unionpay",
  "jcb",
  "discover",
  "diners",
  "belkart"
);

// ../core/src/cards/internal/brands.ts
var ranges = [
  ["9112", "9112", "belkart"],
  ["2200", "2204", "mir"],
  ["2221", "2720", "master"],
  ["51", "55", "master"],
  ["34", "34", "amex"],
  ["37", "37", "amex"],
  ["3528", "3589", "jcb"],
  ["300", "305", "diners"],
  ["3095", "3095", "diners"],
  ["36", "36", "diners"],
  ["38", "39", "diners"],
  ["6011", "6011", "discover"],
  ["644", "649", "discover"],
  ["65", "65", "discover"],
  ["62", "62", "unionpay"],
  ["81", "81", "unionpay"],
  ["50", "50", "maestro"],
  ["56", "58", "maestro"],
  ["6304", "6304", "maestro"],
  ["6390", "6390", "maestro"],
  ["67", "67", "maestro"],
  ["4", "4", "visa"]
];
var luhnExempt = /* @__PURE__ */ new Set(["unionpay", "maestro", "belkart"]);
var brandOf = (digits) => {
  for (const [low, high, brand2] of ranges) {
    const prefix = digits.slice(0, low.length);
    if (prefix >= low && prefix <= high) return brand2;
  }
  return null;
};
var passesLuhn = (digits) => {
  let sum = 0;
  for (let index = 0; index < digits.length; index++) {
    const digit = digits.charCodeAt(digits.length - 1 - index) - 48;
    const doubled = index % 2 === 0 ? digit : digit * 2;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
};

// ../core/src/cards/CardNumber.ts
var CardFacts = Struct({
  /** The brand, or null when none is recognised. */
  brand: NullOr(CardBrand),
  first1: String$,
  last4: String$,
  /** The first six digits. */
  bin: String$,
  /** The first eight digits of visa and master numbers of 16 digits and more, else null. Source: D9. */
  bin8: NullOr(String$)
});
var parse = (text3) => {
  if (!/^[0-9]{12,19}$/.test(text3)) return none2();
  const brand2 = brandOf(text3);
  if (!passesLuhn(text3) && !(brand2 !== null && luhnExempt.has(brand2))) return none2();
  const wide = (brand2 === "visa" || brand2 === "master") && text3.length >= 16;
  return some2({
    digits: make39(text3),
    facts: {
      brand: brand2,
      first1: text3.slice(0, 1),
      last4: text3.slice(-4),
      bin: text3.slice(0, 6),
      bin8: wide ? text3.slice(0, 8) : null
    }
  });
};

// ../core/src/money/internal/iso4217.ts
var codesByExponent = [
  [0, "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF"],
  [
    2,
    `AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE CHF
     CHW CNY COP COU CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL
     HTG HUF IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU
     MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR
     SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD USN UYU UZS VED
     VES WST XAD XCD XCG YER ZAR ZMW ZWG`
  ],
  [3, "BHD IQD JOD KWD LYD OMR TND"],
  [4, "CLF UYW"]
];
var exponents = new Map(
  codesByExponent.flatMap(([exponent, codes2]) => codes2.split(/\s+/).map((code) => [code, exponent]))
);

// ../core/src/money/Currency.ts
var Currency = String$.annotations({ message: () => "is invalid" }).pipe(
  filter8((code) => exponents.has(code), { message: () => "is invalid" }),
  annotations2({
    identifier: "Currency",
    description: "ISO 4217 alpha-3 code",
    jsonSchema: { pattern: "^[A-Z]{3}$" },
    arbitrary: () => (fc) => fc.constantFrom(...exponents.keys())
  }),
  brand("Currency")
);
var numberFormat = (language, decimals) => new Intl.NumberFormat(language, { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
var acceptedNumberFormat = liftThrowable(numberFormat);

// ../core/src/request/Fields.ts
var snakeCase = (name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
var object = (fields) => {
  const renamed = {};
  for (const [name, field] of Object.entries(fields)) {
    const outside2 = snakeCase(name);
    renamed[name] = outside2 === name ? field : fromKey(asProperty(field), outside2);
  }
  return Struct(renamed);
};
var asProperty = (field) => isPropertySignature(field) ? field : propertySignature(field);
var optional2 = (schema) => optionalWith(schema, { exact: true });
var storable = /^[^\u0000\ud800-\udfff]*$/u;
var text = (maximum) => String$.pipe(
  filter8(
    (value3) => !storable.test(value3) ? "is invalid" : value3.length <= maximum || Array.from(value3).length <= maximum || `is too long (maximum is ${maximum} characters)`
  ),
  annotations2({ jsonSchema: { type: "string", maxLength: maximum } })
);
var textOrSafeInteger = Union2(
  String$,
  Number$.pipe(filter8((value3) => Number.isSafeInteger(value3)))
).annotations({ message: () => "is invalid" });
var orInteger = (schema, jsonSchema = {}) => transform2(
  textOrSafeInteger.annotations({ jsonSchema: { anyOf: [{ type: "string", ...jsonSchema }, { type: "integer" }] } }),
  schema,
  { strict: true, decode: String, encode: (text3) => text3 }
);
var flag = transform2(
  Union2(Boolean$, Literal2("true", "false")).annotations({ message: () => "is invalid" }),
  Boolean$,
  { strict: true, decode: (sent) => sent === true || sent === "true", encode: (value3) => value3 }
);
var requiredText = (maximum) => text(maximum).pipe(
  filter8((value3) => value3.trim().length > 0 || "can't be blank"),
  annotations2({ jsonSchema: { type: "string", minLength: 1, maxLength: maximum } })
);
var freeText = String$.pipe(
  filter8((value3) => storable.test(value3) || "is invalid"),
  annotations2({ jsonSchema: { type: "string" } })
);
var matching = (pattern2, sentence = "is invalid") => String$.pipe(
  filter8((value3) => pattern2.test(value3) || sentence),
  annotations2({ jsonSchema: { type: "string", pattern: pattern2.source } })
);
var calendarDay = /^(\d{4})-(\d{2})-(\d{2})$/;
var isDay = (value3) => {
  const parts2 = calendarDay.exec(value3);
  if (parts2 === null) return false;
  const [year, month, day2] = [Number(parts2[1]), Number(parts2[2]), Number(parts2[3])];
  const date = new Date(Date.UTC(year, month - 1, day2));
  return date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day2;
};
var day = String$.pipe(
  filter8((value3) => isDay(value3) || "is invalid. Format should be: yyyy-mm-dd"),
  annotations2({ jsonSchema: { type: "string", format: "date" } })
);
var localDateTime = String$.pipe(
  filter8((value3) => {
    const [date, time, rest] = value3.split("T");
    return rest === void 0 && isDay(date ?? "") && /^([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/.test(time ?? "") || "is invalid. Format should be: yyyy-mm-ddThh:mm:ss";
  }),
  annotations2({ jsonSchema: { type: "string" } })
);
var instantSentence = "is invalid. Format should be ISO 8601 with a time-zone offset";
var withOffset = /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,9})?(Z|[+-]([01]\d|2[0-3]):?[0-5]\d)$/;
var instant = transformOrFail(
  String$.annotations({ jsonSchema: { type: "string", format: "date-time" } }),
  DateTimeUtcFromSelf,
  {
    strict: true,
    decode: (value3, _, ast) => {
      const parts2 = withOffset.exec(value3);
      return (parts2 !== null && isDay(parts2[1]) ? make37(value3) : none2()).pipe(
        filter((instant3) => toPartsUtc2(instant3).year <= 9999),
        match2({
          onNone: () => fail8(new Type2(ast, void 0, instantSentence)),
          onSome: (instant3) => succeed8(toUtc2(instant3))
        })
      );
    },
    encode: (instant3) => succeed8(formatIso2(instant3))
  }
);
var mailbox = /^[^\s@<>()[\]\\,;:"]+@[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?)+$/;
var email = String$.pipe(
  filter8((value3) => value3.length <= 254 && mailbox.test(value3) && storable.test(value3) || "is invalid"),
  annotations2({ jsonSchema: { type: "string", format: "email" } })
);
var ipV4 = /^(25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(\.(25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)){3}$/;
var isIpV6 = (value3) => {
  if (!/^[0-9A-Fa-f:.]{2,45}$/.test(value3) || !value3.includes(":")) return false;
  return URL.canParse(`http://[${value3}]/`);
};
var ipAddress = String$.pipe(
  filter8((value3) => ipV4.test(value3) || isIpV6(value3) || "is invalid"),
  annotations2({ jsonSchema: { type: "string" } })
);
var url = String$.pipe(
  filter8((value3) => {
    if (value3.length > 2048 || !storable.test(value3)) return "is invalid";
    if (!/^https?:\/\//i.test(value3) || !URL.canParse(value3)) return "is invalid";
    const { password, username } = new URL(value3);
    return username === "" && password === "" || "is invalid";
  }),
  annotations2({ jsonSchema: { type: "string", format: "uri", maxLength: 2048 } })
);

// ../core/src/money/internal/iso3166.ts
var codes = new Set(
  `AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS
   BT BV BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE
   EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM
   HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC
   LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA
   NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW
   SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO
   TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW`.split(/\s+/)
);

// ../core/src/money/Country.ts
var Country = String$.annotations({ message: () => "is invalid" }).pipe(
  filter8((code) => codes.has(code), { message: () => "is invalid" }),
  annotations2({
    identifier: "Country",
    description: "ISO 3166-1 alpha-2 code",
    jsonSchema: { pattern: "^[A-Z]{2}$" },
    arbitrary: () => (fc) => fc.constantFrom(...codes)
  }),
  brand("Country")
);

// ../core/src/cards/Buyer.ts
var customer = {
  ip: optional2(ipAddress),
  email: optional2(email),
  deviceId: optional2(freeText),
  birthDate: optional2(day),
  externalId: optional2(orInteger(text(255), { maxLength: 255 }))
};
var Customer = object({
  ...customer,
  taxpayerId: optional2(freeText)
});
var TokenizationCustomer = object(customer);
var stateful2 = /* @__PURE__ */ new Set(["US", "CA"]);
var BillingAddress = object({
  firstName: optional2(text(30)),
  lastName: optional2(text(30)),
  country: optional2(Country),
  city: optional2(text(60)),
  state: optional2(matching(/^[A-Za-z]{2}$/)),
  zip: optional2(orInteger(freeText)),
  address: optional2(text(255)),
  phone: optional2(orInteger(text(100), { maxLength: 100 }))
}).pipe(
  filter8((address2) => {
    const country = address2.country ?? "";
    if (address2.state !== void 0 && !stateful2.has(country)) {
      return { path: ["state"], message: "is allowed only when country is US or CA" };
    }
    if (country === "US" && address2.zip !== void 0 && !/^\d{5}(-\d{4})?$/.test(address2.zip)) {
      return { path: ["zip"], message: "is invalid. Format should be: NNNNN or NNNNN-NNNN" };
    }
    return true;
  })
);
var Browser = object({
  acceptHeader: optional2(freeText),
  screenWidth: optional2(Int),
  screenHeight: optional2(Int),
  screenColorDepth: optional2(Literal2(1, 4, 8, 15, 16, 24, 32, 48)),
  windowWidth: optional2(Int),
  windowHeight: optional2(Int),
  language: optional2(freeText),
  javaEnabled: optional2(flag),
  userAgent: optional2(freeText),
  timeZone: optional2(Int),
  timeZoneName: optional2(freeText)
});
var airport = matching(/^[A-Z]{3}$/);
var Leg = object({
  airlineCode: optional2(matching(/^[A-Z0-9]{2}$/)),
  /** `O` or empty: over 24 h in the origin city; `X`: a transit airport. */
  stopOverCode: optional2(Literal2("O", "X", "")),
  flightNumber: optional2(freeText),
  departureDateTime: optional2(localDateTime),
  arrivalDateTime: optional2(localDateTime),
  originatingCountry: optional2(freeText),
  originatingCity: optional2(freeText),
  originatingAirportCode: optional2(airport),
  destinationCountry: optional2(freeText),
  destinationCity: optional2(freeText),
  destinationAirportCode: optional2(airport),
  coupon: optional2(freeText),
  class: optional2(matching(/^[A-Z]$/))
});
var Passenger = object({
  firstName: optional2(freeText),
  lastName: optional2(freeText)
});
var Travel = object({
  airline: optional2(
    object({
      agencyCode: optional2(freeText),
      agencyName: optional2(freeText),
      ticketNumber: optional2(matching(/^\d{14}$/)),
      bookingNumber: optional2(freeText),
      restrictedTickedIndicator: optional2(Literal2("0", "1")),
      legs: optional2(Array$(Leg)),
      passengers: optional2(Array$(Passenger))
    })
  )
});

// ../core/src/cards/CardRequest.ts
var Contract = Literal2("recurring", "oneclick", "credit", "card_on_file");
var wholeNumber = (digits, fits, sentence) => transformOrFail(
  Union2(String$, Number$).annotations({ message: () => sentence }),
  Int,
  {
    strict: true,
    decode: (value3, _, ast) => digits.test(String(value3)) && fits(Number(value3)) ? succeed8(Number(value3)) : fail8(new Type2(ast, void 0, sentence)),
    encode: (value3) => succeed8(value3)
  }
);
var expYearSentence = "Invalid. Format should be: yyyy. Date is expired";
var ExpMonth = wholeNumber(/^\d{1,2}$/, (month) => month >= 1 && month <= 12, "Invalid. Format should be: mm");
var ExpYear = wholeNumber(/^\d{4}$/, () => true, expYearSentence);
var CardNumberText = declare((_) => true).pipe(
  (self) => transformOrFail(
    String$.annotations({ jsonSchema: { type: "string", pattern: "^[0-9]{12,19}$" } }),
    self,
    {
      strict: true,
      decode: (digits, _, ast) => match2(parse(digits), {
        onNone: () => fail8(new Type2(ast, void 0, "is invalid")),
        onSome: succeed8
      }),
      encode: (_, __, ast) => fail8(new Forbidden(ast, void 0))
    }
  )
);
var SecurityCode = Redacted(matching(/^[0-9]{3,4}$/)).annotations({ description: "3 or 4 digits" });
var Token = matching(/^[0-9a-f]{64}$/, "does not exist").pipe(compose2(CardToken));
var either4 = object({
  number: optional2(CardNumberText),
  verificationValue: optional2(SecurityCode),
  holder: optional2(text(35)),
  expMonth: optional2(ExpMonth),
  expYear: optional2(ExpYear),
  token: optional2(Token)
});
var blank = (...fields) => fields.map((field) => ({ path: [field], message: "can't be blank" }));
var complete2 = either4.pipe(
  filter8((card2) => {
    if (card2.token !== void 0) {
      return card2.number === void 0 ? true : { path: ["token"], message: "can't be sent together with number" };
    }
    return [
      ...card2.number === void 0 ? blank("number") : [],
      ...card2.expMonth === void 0 ? blank("exp_month") : [],
      ...card2.expYear === void 0 ? blank("exp_year") : []
    ];
  })
);
var dataOnly = object({
  number: CardNumberText,
  verificationValue: optional2(SecurityCode),
  holder: optional2(text(35)),
  expMonth: ExpMonth,
  expYear: ExpYear
});
var tokenOnly = object({ token: Token });
var codeOf = (card2) => card2.verificationValue === void 0 ? {} : { securityCode: card2.verificationValue };
var dataInput = (card2) => ({
  _tag: "CardData",
  number: card2.number,
  expMonth: card2.expMonth,
  expYear: card2.expYear,
  ...card2.holder === void 0 ? {} : { holder: card2.holder },
  ...codeOf(card2)
});
var cardInput = (card2) => card2.token === void 0 ? dataInput(card2) : { _tag: "CardToken", token: card2.token, ...codeOf(card2) };
var readCard = (sent, input) => transformOrFail(
  sent,
  declare((_) => true),
  {
    strict: true,
    decode: (card2) => succeed8(input(card2)),
    encode: (_, __, ast) => fail8(new Forbidden(ast, void 0))
  }
);
var CreditCard = readCard(complete2, cardInput);
var CreditCardData = readCard(dataOnly, dataInput);
var CreditCardToken = readCard(tokenOnly, (card2) => ({ _tag: "CardToken", token: card2.token }));
var rejectCodes = object({ rejectCodes: optional2(Array$(text(8))) });
var AvsCvcVerification = object({
  avsVerification: optional2(rejectCodes),
  cvcVerification: optional2(rejectCodes)
});
var CardOnFile = object({
  initiator: optional2(Literal2("merchant", "customer")),
  type: optional2(Literal2("delayed_charge", "increment", "resubmission", "reauthorization", "no_show"))
});
var Wallet = object({
  params: optional2(object({ session: optional2(freeText) }))
});
var AdditionalData = object({
  receiptText: optional2(Array$(freeText)),
  contract: optional2(Array$(Contract)),
  cardOnFile: optional2(CardOnFile),
  avsCvcVerification: optional2(AvsCvcVerification),
  browser: optional2(Browser),
  /** Gateway ids that a cascade leaves out. Source: D17. */
  excludedGateways: optional2(Array$(Int)),
  wallet: optional2(Wallet)
});
var TokenizationData = object({
  receiptText: optional2(Array$(freeText)),
  contract: optional2(Array$(Literal2("recurring", "oneclick", "credit")))
});
var Language = matching(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/);
var order = {
  currency: Currency,
  description: requiredText(255),
  trackingId: optional2(orInteger(text(255), { maxLength: 255 })),
  language: optional2(Language),
  test: optional2(flag)
};
var circumstances = {
  duplicateCheck: optional2(flag),
  dynamicBillingDescriptor: optional2(freeText),
  notificationUrl: optional2(url),
  verificationUrl: optional2(url),
  returnUrl: optional2(url),
  skipThreeDSecureVerification: optional2(flag),
  forceThreeDSecureVerification: optional2(flag),
  threeDSecure: optional2(object({ advanced: optional2(flag) })),
  customer: optional2(Customer),
  billingAddress: optional2(BillingAddress),
  travel: optional2(Travel)
};
var ChargeDetails = object({
  ...circumstances,
  additionalData: optional2(AdditionalData)
});
var ChargeRequest = object({
  amount: PositiveAmount,
  ...order,
  expiredAt: optional2(instant),
  ...circumstances,
  additionalData: optional2(AdditionalData),
  creditCard: CreditCard
});
var TokenizationRequest = object({
  amount: Amount,
  ...order,
  ...circumstances,
  customer: optional2(TokenizationCustomer),
  additionalData: optional2(TokenizationData),
  creditCard: CreditCardData
});
var CreditRequest = object({
  amount: PositiveAmount,
  ...order,
  duplicateCheck: optional2(flag),
  notificationUrl: optional2(url),
  creditCard: CreditCardToken
});
var CardPayoutRequest = object({
  amount: PositiveAmount,
  ...order,
  duplicateCheck: optional2(flag),
  notificationUrl: optional2(url),
  recipientCreditCard: CreditCard,
  recipient: optional2(Customer),
  recipientBillingAddress: optional2(BillingAddress)
});

// ../core/src/cards/CardVault.ts
var SealedNumber = Struct({ keyId: String$, sealed: String$ });
var VaultError = class extends TaggedError2("@florin/core/VaultError")("VaultError", {
  reason: Literal2("unknown-key", "altered", "no-key")
}) {
};
var CardVault = class extends Tag2("@florin/core/CardVault")() {
};
var SecurityCodes = class extends Tag2("@florin/core/SecurityCodes")() {
};

// ../core/src/cards/CardStore.ts
var SavedCard = Struct({
  shop: ShopId,
  token: CardToken,
  stamp: CardStamp,
  number: SealedNumber,
  facts: CardFacts,
  holder: NullOr(String$),
  expMonth: Int,
  expYear: Int,
  contracts: Array$(Contract),
  createdAt: DateTimeUtcFromNumber
});
var CardStore = class extends Tag2("@florin/core/CardStore")() {
};

// ../core/src/store/FaultPoints.ts
var commits = [
  "accept-charge",
  "accept-child",
  "accept-pay-out",
  "record",
  "record-no-answer",
  "record-too-late",
  "expire",
  "release-hold",
  "reversal-begin",
  "reversal-result",
  "recover-claim",
  "recover-later",
  "recover-nothing",
  "lease-renew",
  "delivery-result",
  "renotify",
  "resend",
  "resend-exhausted",
  "key-refuse",
  "key-claim",
  "key-answer",
  "jobs-claim",
  "job-give-back",
  "worker-start",
  "worker-stop",
  "sweep-plan",
  "sweep",
  "sweep-again",
  "rotate",
  "migrate",
  "demo-shop"
];
var calls = ["acquirer.perform", "acquirer.status", "verification.ask", "webhook.send"];
var points = [...commits.map((name) => `commit.${name}`), ...calls];
var FaultPoints = class extends Reference2()("@florin/core/FaultPoints", {
  defaultValue: () => void 0
}) {
};
var committing = gen2(function* () {
  const { run: run3 } = yield* UnitOfWork;
  const reached = yield* FaultPoints;
  const named = (name) => {
    if (reached === void 0) return run3;
    return (work) => zipLeft2(run3(zipLeft2(work, reached(`commit.${name}`, "before"))), reached(`commit.${name}`, "after"));
  };
  return named;
});
var calling = map12(
  FaultPoints,
  (reached) => reached === void 0 ? () => (call) => call : (name) => (call) => zipRight2(reached(name, "before"), zipLeft2(call, reached(name, "after")))
);

// ../core/src/cards/Acquirer.ts
var AcquirerRequest = taggedEnum();
var AcquirerAnswer = taggedEnum();
var AcquirerStatus = taggedEnum();
var Acquirers = class extends Tag2("@florin/core/Acquirers")() {
};

// ../core/src/cards/DeclineReason.ts
var DeclineReason = Literal2(
  "not-allowed",
  "do-not-honour",
  "duplicate-at-acquirer",
  "order-expired",
  "card-expired",
  "security-code",
  "currency",
  "funds",
  "fraud-acquirer",
  "fraud-issuer",
  "acquirer-temporary",
  "acquirer-permanent",
  "issuer-temporary",
  "issuer-permanent",
  "issuer-limit",
  "unspecified",
  "routing-rules",
  "no-acquirer",
  "authentication-failed",
  "not-enrolled",
  "authentication-technical",
  "authentication-unavailable",
  "avs-cvc",
  "verification-refused"
);

// ../core/src/cards/internal/heard.ts
var members = Object.keys(noReport);
var longest = 255;
var cardNumber = /\d(?:[ .\-_/]?\d){11,}/g;
var controls = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g;
var hidden = "[removed]";
var codePattern = (card2) => {
  const code = card2?.securityCode;
  return code === void 0 ? void 0 : new RegExp(`(?<!\\d)${value2(code).replace(/\D/g, "")}(?!\\d)`, "g");
};
var needsCare = /[\d\u0000-\u001f\u007f-\u009f\u2028\u2029]/;
var cleaned = (text3, card2) => {
  const short = text3.length > longest ? text3.slice(0, longest) : text3;
  if (!needsCare.test(short)) return short;
  const plain2 = short.replace(controls, " ").replace(cardNumber, hidden);
  const code = plain2.length > 4 ? codePattern(card2) : void 0;
  return code === void 0 ? plain2 : plain2.replace(code, hidden);
};
var isReference2 = (name) => name !== "message" && name !== "billingDescriptor";
var isObject2 = (value3) => typeof value3 === "object" && value3 !== null;
var reportOf2 = (value3, card2) => {
  if (!isObject2(value3)) return void 0;
  const report2 = {};
  for (const name of members) {
    const member = value3[name];
    if (member !== null && typeof member !== "string") return void 0;
    report2[name] = member === null ? null : isReference2(name) ? reference(member) : cleaned(member, card2);
  }
  return report2;
};
var isReason = is(DeclineReason);
var passesLuhn2 = (digits) => {
  let sum = 0;
  for (let index = 0; index < digits.length; index++) {
    const digit = digits.charCodeAt(digits.length - 1 - index) - 48;
    const doubled = index % 2 === 0 ? digit : digit * 2;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
};
var looksLikeCard = (found) => {
  const digits = found.replace(/\D/g, "");
  return digits.length >= 13 && digits.length <= 19 && passesLuhn2(digits);
};
var reference = (text3) => {
  const short = text3.length > longest ? text3.slice(0, longest) : text3;
  if (!needsCare.test(short)) return short;
  return short.replace(controls, " ").replace(cardNumber, (found) => looksLikeCard(found) ? hidden : found);
};
var answerOf = (said, card2) => {
  if (!isObject2(said)) return { _tag: "NoAnswer" };
  switch (said._tag) {
    case "Approved": {
      const report2 = reportOf2(said.report, card2);
      return report2 === void 0 ? { _tag: "NoAnswer" } : { _tag: "Approved", report: report2 };
    }
    case "Declined": {
      const report2 = reportOf2(said.report, card2);
      const { reason } = said;
      return report2 === void 0 || !isReason(reason) ? { _tag: "NoAnswer" } : { _tag: "Declined", reason, report: report2 };
    }
    case "NotSent":
      return { _tag: "NotSent" };
    default:
      return { _tag: "NoAnswer" };
  }
};
var statusOf = (said) => {
  if (isObject2(said) && said._tag === "NotFound") return { _tag: "NotFound" };
  const answer2 = answerOf(said);
  return answer2._tag === "Approved" || answer2._tag === "Declined" ? answer2 : { _tag: "Unknown" };
};

// ../core/src/cards/internal/asking.ts
var callLimit = seconds(30);
var eventOf = (answer2) => {
  switch (answer2._tag) {
    case "Approved":
      return TransactionEvent.Approved({ report: answer2.report });
    case "Declined":
      return TransactionEvent.Declined({ reason: answer2.reason, report: answer2.report });
    case "NoAnswer":
      return TransactionEvent.NoAnswer();
    case "NotSent":
      return TransactionEvent.NotDone();
  }
};
var noAcquirer = succeed6(TransactionEvent.Declined({ reason: "no-acquirer", report: noReport }));
var cardOf = (request) => "card" in request ? request.card : void 0;
var effectOf = (made) => isEffect2(made) ? made : dieMessage2("A port answered without an effect");
var make52 = gen2(function* () {
  const acquirers2 = yield* Acquirers;
  const call = yield* calling;
  const inTime = bounded3(yield* Calls);
  const performed = call("acquirer.perform");
  const asked = call("acquirer.status");
  const acquirerOf = (gatewayId) => acquirers2.find((acquirer) => acquirer.gatewayId === gatewayId);
  const died2 = ({ name }) => as4(logError2(`Acquirer ${name} died while it was asked`), void 0);
  const perform2 = (gatewayId, request) => {
    const acquirer = acquirerOf(gatewayId);
    if (acquirer === void 0) return noAcquirer;
    return performed(suspend4(() => effectOf(acquirer.perform(request)))).pipe(
      catchAllCause2((cause2) => cause2._tag === "Interrupt" ? succeed6(void 0) : died2(acquirer)),
      map12((said) => eventOf(answerOf(said, cardOf(request))))
    );
  };
  const status2 = (gatewayId, key3) => {
    const acquirer = acquirerOf(gatewayId);
    if (acquirer === void 0) return succeed6("unknown");
    const ask2 = asked(suspend4(() => effectOf(acquirer.status(key3)))).pipe(
      catchAllCause2(() => succeed6(void 0))
    );
    return map12(inTime(ask2, callLimit, void 0), (said) => {
      const known4 = statusOf(said);
      if (known4._tag === "NotFound") return "never-seen";
      return known4._tag === "Unknown" ? "unknown" : eventOf(known4);
    });
  };
  return { acquirers: acquirers2, acquirerOf, perform: perform2, status: status2 };
});

// ../core/src/cards/internal/requests.ts
var charge = (kind3, transaction2, card2) => {
  const { acquirerKey: key3, amount, currency } = transaction2;
  return AcquirerRequest.Charge({ key: key3, kind: kind3, amount, currency, card: card2, transaction: transaction2 });
};
var child = (kind3, transaction2) => {
  const { acquirerKey: key3, amount, currency, parentKey, parentUid: parentUid2 } = transaction2;
  const parent = parentKey ?? parentUid2;
  switch (kind3) {
    case "capture":
      return AcquirerRequest.Capture({ key: key3, parent, amount, currency });
    case "void":
      return AcquirerRequest.Void({ key: key3, parent, amount, currency });
    case "refund":
      return AcquirerRequest.Refund({ key: key3, parent, amount, currency });
  }
};
var payout = (transaction2, card2) => {
  const { acquirerKey: key3, amount, currency } = transaction2;
  return AcquirerRequest.Payout({ key: key3, amount, currency, card: card2, transaction: transaction2 });
};

// ../core/src/request/InvalidRequest.ts
var FieldError = Struct({
  path: Array$(String$),
  sentence: String$
});
var InvalidRequest = class extends TaggedError2("@florin/core/InvalidRequest")(
  "InvalidRequest",
  { errors: NonEmptyArray(FieldError) }
) {
  get message() {
    return this.errors.map((error) => `${error.path.join(".")} ${error.sentence}`.trim()).join("; ");
  }
};
var DuplicateRequest = class extends TaggedError2("@florin/core/DuplicateRequest")(
  "DuplicateRequest",
  {}
) {
};
var NotFound = class extends TaggedError2("@florin/core/NotFound")("NotFound", {}) {
};
var invalid = (path, sentence) => new InvalidRequest({ errors: [{ path: typeof path === "string" ? [path] : [...path], sentence }] });

// ../core/src/cards/BinDirectory.ts
var BinDirectory = class extends Reference2()("@florin/core/BinDirectory", {
  defaultValue: () => ({
    find: () => ({ product: null, issuerCountry: null, issuerName: null, tokenProvider: null })
  })
}) {
};

// ../core/src/cards/internal/resolving.ts
var make53 = gen2(function* () {
  const store = yield* CardStore;
  const vault = yield* CardVault;
  const bins = yield* BinDirectory;
  const entropy = yield* Entropy;
  const resolveData = fnUntraced2(function* (shop2, card2, contracts, now3) {
    const token = makeCardToken(entropy);
    const saved = {
      shop: shop2.id,
      token,
      stamp: yield* vault.stamp(card2.number),
      number: yield* vault.seal(shop2.id, token, card2.number),
      facts: card2.number.facts,
      holder: card2.holder ?? null,
      expMonth: card2.expMonth,
      expYear: card2.expYear,
      contracts,
      createdAt: now3
    };
    return { saved, isNew: true, number: card2.number.digits, securityCode: card2.securityCode };
  });
  const resolveToken = fnUntraced2(function* (shop2, card2, path) {
    const found = yield* store.find(shop2.id, card2.token);
    if (isNone2(found)) return invalid([path, "token"], "does not exist");
    const saved = found.value;
    const number5 = yield* vault.open(shop2.id, saved.token, saved.number);
    return { saved, isNew: false, number: number5, securityCode: card2.securityCode };
  });
  return {
    /**
     * The card of a request, new or saved, or why there is none; a token of another shop does not exist. A saved card's
     * stamp and number never change, so it may be read before the unit of work.
     */
    resolve: (shop2, card2, contracts, now3, path = "credit_card") => card2._tag === "CardData" ? resolveData(shop2, card2, contracts, now3) : resolveToken(shop2, card2, path),
    shown: ({ saved: { expMonth, expYear, facts, holder, stamp, token } }) => ({
      facts,
      holder,
      expMonth,
      expYear,
      stamp,
      token,
      ...bins.find(facts)
    })
  };
});
var forAcquirer = ({ number: number5, saved, securityCode }) => ({
  number: number5,
  expMonth: saved.expMonth,
  expYear: saved.expYear,
  ...saved.holder === null ? {} : { holder: saved.holder },
  ...securityCode === void 0 ? {} : { securityCode }
});

// ../core/src/cards/CardKinds.ts
var CardKinds = class extends Tag2("@florin/core/CardKinds")() {
};
var rebuilding = gen2(function* () {
  const cards2 = yield* CardStore;
  const vault = yield* CardVault;
  const child4 = (transaction2) => {
    const { type } = transaction2;
    const isChild = type === "capture" || type === "void" || type === "refund";
    return succeed6(isChild ? some2(child(type, transaction2)) : none2());
  };
  const payout3 = fnUntraced2(function* (transaction2) {
    if (transaction2.card === void 0) return none2();
    const saved = yield* cards2.find(transaction2.shop, transaction2.card.token);
    if (isNone2(saved)) return none2();
    const { number: sealed, token } = saved.value;
    const number5 = yield* vault.open(transaction2.shop, token, sealed);
    const card2 = forAcquirer({ saved: saved.value, isNew: false, number: number5, securityCode: void 0 });
    return some2(payout(transaction2, card2));
  });
  const quietly = (made) => catchAllCause2(made, () => succeed6(none2()));
  return {
    child: child4,
    payout: (transaction2) => quietly(payout3(transaction2))
  };
});
var make54 = gen2(function* () {
  const asking = yield* make52;
  const rebuild = yield* rebuilding;
  const common2 = {
    decide: apply,
    status: ({ acquirerKey, gatewayId }) => asking.status(gatewayId, acquirerKey),
    inFlightWindow: ({ gatewayId }) => asking.acquirerOf(gatewayId)?.inFlightWindow ?? zero
  };
  const unknownUnlessDecided = (event) => event._tag === "Approved" || event._tag === "Declined" ? event : TransactionEvent.NoAnswer();
  const again2 = (request) => (transaction2) => {
    const acquirer = asking.acquirerOf(transaction2.gatewayId);
    if (acquirer === void 0 || acquirer.oneKeyIsOneOperation === false) return void 0;
    return flatMap11(
      request(transaction2),
      match2({
        onNone: () => succeed6(TransactionEvent.NoAnswer()),
        onSome: (asked) => map12(asking.perform(transaction2.gatewayId, asked), unknownUnlessDecided)
      })
    );
  };
  return CardKinds.of({
    charge: {
      ...common2,
      types: ["authorization", "payment", "tokenization"],
      unknownOutcome: "rolls-back",
      sendAgain: () => void 0
    },
    child: {
      ...common2,
      types: ["capture", "void", "refund"],
      unknownOutcome: "rolls-forward",
      sendAgain: again2(rebuild.child)
    },
    payout: {
      ...common2,
      types: ["credit", "payout"],
      unknownOutcome: "rolls-forward",
      sendAgain: again2(rebuild.payout)
    }
  });
});
var layer6 = effect(CardKinds, make54);
var layerKinds = effect(
  TransactionKinds,
  map12(CardKinds, (kinds) => {
    const all6 = Object.values(kinds);
    const byType = new Map(all6.flatMap((kind3) => kind3.types.map((type) => [type, kind3])));
    return (type) => byType.get(type);
  })
);

// ../core/src/idempotency/KeyClaim.ts
var keptMillis = toMillis(keptFor);
var refusalOf = (key3, record3, now3) => {
  if (key3 === void 0) return void 0;
  if (!keyPattern.test(key3.key)) return invalid("idempotency_key", "must be 1 to 255 visible characters");
  if (record3 === void 0 || record3.claimedAt < now3 - keptMillis) return void 0;
  if (record3.fingerprint !== key3.fingerprint) return new IdempotencyMismatch();
  return record3.answer === void 0 ? new IdempotencyInFlight() : new AlreadyAnswered(record3.answer);
};

// ../core/src/transactions/DuplicateWindow.ts
var length4 = seconds(30);
var fingerprint = (type, amount, on) => `${type}:${amount}:${on}`;

// ../core/src/transactions/TrackingId.ts
var values3 = (trackingId) => {
  if (trackingId === void 0) return [];
  const single = trackingId.split(";").map((value3) => value3.trim());
  return Array.from(/* @__PURE__ */ new Set([...single, trackingId])).filter((value3) => value3 !== "");
};

// ../core/src/operations/Accepting.ts
var windowMillis = toMillis(length4);
var recoverAfter = 2e3;
var fingerprintOf = ({ amount, repeats, type, uid }) => repeats === void 0 ? uid : fingerprint(type, amount, repeats.on);
var complete3 = (request, { beginning: { reason, status: status2 }, draft }) => ({
  recurringType: null,
  routing: "skipped",
  expiredAt: null,
  ...draft,
  shop: request.shop.id,
  uid: request.uid,
  status: status2,
  reason,
  // One intent, one key: the uid is committed before the first byte is sent and never changes.
  acquirerKey: request.uid,
  report: reason === null ? null : noReport,
  ...request.key === void 0 ? {} : { idempotencyKey: request.key.key },
  createdAt: request.now,
  updatedAt: request.now,
  paidAt: null,
  closedAt: null,
  settledAt: null,
  manuallyCorrectedAt: null,
  version: 1
});
var keyClaimed = ({ key: key3, now: now3, shop: shop2 }) => key3 === void 0 ? [] : [
  {
    _tag: "ClaimKey",
    shop: shop2.id,
    key: key3.key,
    fingerprint: key3.fingerprint,
    now: toEpochMillis2(now3)
  }
];
var write2 = (request, plan4, renewal) => {
  const { fence, now: now3, shop: shop2 } = request;
  const transaction2 = complete3(request, plan4);
  const { detail, effects, status: status2, trigger } = plan4.beginning;
  const change2 = {
    transaction: transaction2,
    effects,
    transition: { version: 1, at: now3, trigger, from: "none", to: status2, detail }
  };
  const terms = { fingerprint: fingerprintOf(request), trackingIds: values3(transaction2.trackingId) };
  const card2 = [
    ...plan4.besides ?? [],
    ...plan4.card === void 0 ? [] : [{ _tag: "InsertCard", card: plan4.card }]
  ];
  if (!effects.includes("ask-acquirer")) {
    const written2 = inserted(change2, terms, request);
    return decided(
      [...renewal.writes, ...keyClaimed(request), ...written2.writes, ...card2],
      { _tag: "Concluded", answer: { transaction: transaction2, document: written2.document } },
      { wakeAt: written2.wakeAt, changes: [written2.change] }
    );
  }
  const job4 = { shop: shop2.id, kind: "recover", subject: transaction2.uid, fence, attempts: 0 };
  const writes2 = [
    ...renewal.writes,
    ...keyClaimed(request),
    { _tag: "InsertTransaction", transaction: transaction2, terms },
    { _tag: "AppendHistory", shop: shop2.id, uid: transaction2.uid, transition: change2.transition },
    {
      _tag: "HoldJob",
      job: job4,
      runAt: toEpochMillis2(now3) + recoverAfter,
      share: ofAcquirer(shop2.id, transaction2.gatewayId),
      owner: renewal.owner
    },
    ...card2
  ];
  return decided(writes2, { _tag: "Accepted", transaction: transaction2, job: job4 });
};
var operation = (request, more, planOf2) => {
  const millis5 = toEpochMillis2(request.now);
  const load2 = {
    ...request.key === void 0 ? {} : { key: key(request.shop.id, request.key.key) },
    ...request.repeats?.check === true ? { duplicate: duplicate(request.shop.id, fingerprintOf(request), millis5 - windowMillis) } : {},
    ...more
  };
  return (renewal) => ({
    name: request.name,
    load: load2,
    decide: (facts) => {
      const known4 = refusalOf(request.key, facts.key, millis5);
      if (known4 !== void 0) return refuse(known4);
      const plan4 = planOf2(facts);
      if (plan4._tag === "Left") return refuse(plan4.left);
      return facts.duplicate === void 0 ? write2(request, plan4.right, renewal) : refuse(new DuplicateRequest());
    }
  });
};

// ../core/src/routing/Routing.ts
var Routing = class extends Reference2()("@florin/core/Routing", {
  defaultValue: () => ({
    decide: () => ({ status: "skipped", gateways: null, explanation: null })
  })
}) {
};

// ../core/src/three-d-secure/ThreeDSecure.ts
var ThreeDSecure = class extends Reference2()("@florin/core/ThreeDSecure", {
  defaultValue: () => ({ decide: () => "not-used" })
}) {
};

// ../core/src/cards/internal/permissions.ts
var first3 = (...checks) => {
  for (const check of checks) {
    const verdict = check();
    if (verdict !== void 0) return verdict;
  }
  return void 0;
};
var threeDSecureDecision = (server, shop2, details) => {
  const force = details.forceThreeDSecureVerification === true;
  const skip = details.skipThreeDSecureVerification === true;
  return server.decide(shop2, { force, skip: skip && !force });
};
var threeDSecureFlags = (shop2, details, decision) => {
  const force = details.forceThreeDSecureVerification === true;
  const skip = details.skipThreeDSecureVerification === true;
  if (force && !shop2.allowForceThreeDSecure) return invalid("force_three_d_secure_verification", "is not allowed");
  if (skip && !shop2.allowSkipThreeDSecure) return invalid("skip_three_d_secure_verification", "is not allowed");
  return force && decision === "not-used" ? invalid("force_three_d_secure_verification", "is not available") : void 0;
};
var notExpired2 = (path, card2, now3) => {
  if (card2._tag === "CardToken") return void 0;
  const { month, year } = toPartsUtc2(now3);
  const over3 = card2.expYear < year || card2.expYear === year && card2.expMonth < month;
  return over3 ? invalid([path, "exp_year"], expYearSentence) : void 0;
};
var expiresLater = (expiredAt, now3) => expiredAt !== void 0 && lessThanOrEqualTo4(expiredAt, now3) ? invalid("expired_at", "must be in the future") : void 0;
var notAllowed = (path) => invalid([path, "token"], "is not allowed for this operation");
var withoutCode = ["recurring", "card_on_file"];
var tokenUse = (shop2, contracts, hasCode) => {
  if (contracts.some((contract) => withoutCode.includes(contract))) return void 0;
  if (contracts.includes("oneclick")) {
    return hasCode ? void 0 : invalid(["credit_card", "verification_value"], "can't be blank");
  }
  return shop2.strictContracts ? notAllowed("credit_card") : void 0;
};
var creditUse = (shop2, contracts, path) => shop2.strictContracts && !contracts.includes("credit") ? notAllowed(path) : void 0;
var codeForContract = (shop2, contracts, card2) => shop2.strictContracts && card2._tag === "CardData" && contracts.includes("recurring") && card2.securityCode === void 0 ? invalid(["credit_card", "verification_value"], "can't be blank") : void 0;

// ../core/src/cards/ChargeRules.ts
var refusal = ({ charge: charge3, now: now3, shop: shop2, verification: verification2 }) => first3(
  () => threeDSecureFlags(shop2, charge3, verification2),
  () => expiresLater(charge3.expiredAt, now3),
  () => codeForContract(shop2, contractsOf(charge3), charge3.creditCard),
  () => notExpired2("credit_card", charge3.creditCard, now3)
);
var contractsOf = (charge3) => charge3.additionalData?.contract ?? [];
var entry = ({ gatewayId, routing }) => {
  if (routing.status === "failed") return { trigger: "RulesDeclined", reason: "routing-rules" };
  if (gatewayId === void 0) return { trigger: "NoAcquirer", reason: "no-acquirer" };
  return { trigger: "Accepted", reason: null };
};
var begin = (facts) => {
  const { reason, trigger } = entry(facts);
  const { charge: charge3, now: now3, routing, verification: verification2 } = facts;
  const { effects, next } = getOrThrow(
    decide(machine, "none", trigger, {
      now: now3,
      expiredAt: charge3.expiredAt ?? null,
      threeDSecureNeeded: verification2 === "needed",
      checksRejected: false
    })
  );
  return { trigger, status: next, effects, reason, detail: routing.explanation };
};
var recurringType = ({ card: card2, charge: charge3 }) => {
  if (!card2.isNew && card2.saved.contracts.includes("recurring")) return "recurring";
  return contractsOf(charge3).includes("recurring") ? "initial" : null;
};
var draftOf = (facts) => {
  const { card: card2, charge: charge3, gatewayId, kind: kind3, routing } = facts;
  const { amount, creditCard: _, currency, description, expiredAt, language, test, trackingId, ...details } = charge3;
  return {
    amount,
    currency,
    description,
    ...trackingId === void 0 ? {} : { trackingId },
    test: test ?? false,
    language: language ?? "en",
    type: kind3,
    details,
    expiredAt: expiredAt ?? null,
    card: card2.shown,
    recurringType: recurringType(facts),
    routing: routing.status,
    gatewayId: gatewayId ?? null
  };
};
var plan = (facts) => {
  const { card: card2, shop: shop2 } = facts;
  const refused3 = card2.isNew ? void 0 : tokenUse(shop2, card2.saved.contracts, card2.hasCode);
  if (refused3 !== void 0) return left2(refused3);
  return right2({
    draft: draftOf(facts),
    beginning: begin(facts),
    card: card2.isNew ? card2.saved : void 0
  });
};

// ../core/src/cards/ChildRules.ts
var parents = {
  capture: ["authorization"],
  void: ["authorization"],
  refund: ["payment", "capture"]
};
var remains = (kind3, parent, totals) => kind3 === "refund" ? remainder(parent.amount, totals.refunded) : remainder(parent.amount, add8(totals.captured, totals.voided));
var beginning = match(decide(machine2, "none", "Accepted", void 0), {
  onLeft: (refused3) => {
    throw refused3;
  },
  onRight: ({ effects, next }) => ({
    trigger: "Accepted",
    status: next,
    effects,
    reason: null,
    detail: null
  })
});
var refusal2 = (kind3, parent) => {
  if (parent === void 0) return invalid("parent_uid", "Parent transaction is not found");
  if (!parents[kind3].includes(parent.type)) {
    return invalid("parent_uid", `Parent transaction can't be followed by a ${kind3}`);
  }
  if (parent.status !== "successful") return invalid("parent_uid", "Parent transaction is not successful");
  return parent.closedAt === null ? void 0 : invalid("parent_uid", "Parent transaction is closed");
};
var planOf = (kind3, request, parent) => {
  const trackingId = request.trackingId ?? parent.trackingId;
  const { notificationUrl } = parent.details;
  return {
    beginning,
    card: void 0,
    draft: {
      type: kind3,
      amount: request.amount,
      currency: parent.currency,
      test: parent.test,
      language: parent.language,
      details: {
        ...notificationUrl === void 0 ? {} : { notificationUrl },
        ...request.duplicateCheck === void 0 ? {} : { duplicateCheck: request.duplicateCheck }
      },
      gatewayId: parent.gatewayId,
      parentUid: parent.uid,
      parentKey: parent.acquirerKey,
      ...trackingId === void 0 ? {} : { trackingId },
      ..."reason" in request ? { refundReason: request.reason } : {}
    }
  };
};
var plan2 = (kind3, request) => ({ parent, totals }) => {
  const refused3 = refusal2(kind3, parent);
  if (refused3 !== void 0 || parent === void 0) return left2(refused3);
  const left3 = remains(kind3, parent, totals);
  if (request.amount > left3) return left2(invalid("amount", `can't be greater than ${left3}`));
  return right2(planOf(kind3, request, parent));
};

// ../core/src/cards/PayoutRules.ts
var cardOf2 = (payout3) => payout3.type === "credit" ? { card: payout3.request.creditCard, path: "credit_card" } : { card: payout3.request.recipientCreditCard, path: "recipient_credit_card" };
var refusal3 = (payout3, now3) => {
  const { card: card2, path } = cardOf2(payout3);
  return notExpired2(path, card2, now3);
};
var recipientOf = (payout3) => {
  if (payout3.type === "credit") return {};
  const { recipient, recipientBillingAddress } = payout3.request;
  return {
    ...recipient === void 0 ? {} : { recipient },
    ...recipientBillingAddress === void 0 ? {} : { recipientBillingAddress }
  };
};
var plan3 = ({ card: card2, gatewayId, payout: payout3, shop: shop2 }) => {
  const refused3 = card2.isNew ? void 0 : creditUse(shop2, card2.saved.contracts, cardOf2(payout3).path);
  if (refused3 !== void 0) return left2(refused3);
  const { amount, currency, description, duplicateCheck, language, notificationUrl, test, trackingId } = payout3.request;
  return right2({
    beginning,
    card: card2.isNew ? card2.saved : void 0,
    draft: {
      type: payout3.type,
      amount,
      currency,
      description,
      test: test ?? false,
      language: language ?? "en",
      details: {
        ...notificationUrl === void 0 ? {} : { notificationUrl },
        ...duplicateCheck === void 0 ? {} : { duplicateCheck }
      },
      gatewayId: gatewayId ?? null,
      card: card2.shown,
      ...trackingId === void 0 ? {} : { trackingId },
      ...recipientOf(payout3)
    }
  });
};

// ../core/src/cards/internal/accepting.ts
var eligible = (acquirers2, test) => {
  const simulated = acquirers2.filter((acquirer) => acquirer.simulated);
  const real = acquirers2.filter((acquirer) => !acquirer.simulated);
  return test || real.length === 0 ? simulated : real;
};
var refused = (error) => ({ plan: left2(error) });
var addedContracts = (contracts, { saved }) => {
  if (saved === void 0 || contracts.length === 0) return [];
  const all6 = Array.from(/* @__PURE__ */ new Set([...saved.contracts, ...contracts]));
  return all6.length === saved.contracts.length ? [] : [{ _tag: "ReplaceCard", card: { ...saved, contracts: all6 } }];
};
var make55 = fnUntraced2(function* ({ acquirers: acquirers2 }) {
  const { resolve, shown } = yield* make53;
  const routing = yield* Routing;
  const server = yield* ThreeDSecure;
  const entropy = yield* Entropy;
  const documents = yield* TransactionDocuments;
  const newUid = yield* makeTransactionUid;
  const newNotificationId = yield* makeNotificationId;
  const newFence = () => entropy(6).reduce((sum, byte) => sum * 256 + byte, 0);
  const requestOf = (shop2, key3, now3, what) => ({
    ...what,
    shop: shop2,
    key: key3,
    now: now3,
    uid: newUid(now3.epochMillis),
    fence: newFence(),
    notification: newNotificationId(now3.epochMillis),
    encode: documents.encode
  });
  const gatewayOf = (charge4, gateways) => {
    const excluded = charge4.additionalData?.excludedGateways ?? [];
    const candidates = eligible(acquirers2, charge4.test ?? false).filter(
      ({ gatewayId }) => !excluded.includes(gatewayId)
    );
    const ordered = gateways?.flatMap((id2) => candidates.filter(({ gatewayId }) => gatewayId === id2)) ?? candidates;
    return ordered[0]?.gatewayId;
  };
  const none11 = {};
  const unacceptable = (request, plan4) => operation(request, none11, () => plan4);
  const charge3 = fnUntraced2(function* (shop2, kind3, request, key3, now3) {
    const what = { name: "accept-charge", type: kind3, amount: request.amount };
    const verification2 = threeDSecureDecision(server, shop2, request);
    const asked = { shop: shop2, charge: request, now: now3, verification: verification2 };
    const early = refusal(asked);
    const contracts = contractsOf(request);
    const card2 = early ?? (yield* resolve(shop2, request.creditCard, contracts, now3));
    if (card2 instanceof InvalidRequest) {
      const { plan: plan5 } = refused(card2);
      return { accept: unacceptable(requestOf(shop2, key3, now3, { ...what, repeats: void 0 }), plan5), card: void 0 };
    }
    const { amount, currency, test = false } = request;
    const decision = routing.decide({ shop: shop2, type: kind3, amount, currency, card: card2.saved.facts, test });
    const { isNew, saved, securityCode } = card2;
    const plan4 = plan({
      ...asked,
      kind: kind3,
      card: { saved, isNew, hasCode: securityCode !== void 0, shown: shown(card2) },
      routing: decision,
      gatewayId: gatewayOf(request, decision.gateways)
    });
    const repeats = { on: saved.stamp, check: request.duplicateCheck ?? true };
    const more = isNew || contracts.length === 0 ? none11 : { saved: card(shop2.id, saved.token) };
    const accept = operation(
      requestOf(shop2, key3, now3, { ...what, repeats }),
      more,
      (facts) => map(plan4, (plan5) => ({ ...plan5, besides: addedContracts(contracts, facts) }))
    );
    return { accept, card: forAcquirer(card2) };
  });
  const child4 = (shop2, kind3, request, key3, now3) => {
    const repeats = { on: request.parentUid, check: request.duplicateCheck ?? true };
    const reads = {
      parent: transaction(shop2.id, request.parentUid),
      totals: parentTotals(shop2.id, request.parentUid)
    };
    return operation(
      requestOf(shop2, key3, now3, { name: "accept-child", type: kind3, amount: request.amount, repeats }),
      reads,
      plan2(kind3, request)
    );
  };
  const payout3 = fnUntraced2(function* (shop2, wanted, key3, now3) {
    const { amount, duplicateCheck, test } = wanted.request;
    const what = { name: "accept-pay-out", type: wanted.type, amount };
    const { card: input, path } = cardOf2(wanted);
    const card2 = refusal3(wanted, now3) ?? (yield* resolve(shop2, input, [], now3, path));
    if (card2 instanceof InvalidRequest) {
      const { plan: plan5 } = refused(card2);
      return { accept: unacceptable(requestOf(shop2, key3, now3, { ...what, repeats: void 0 }), plan5), card: void 0 };
    }
    const { isNew, saved } = card2;
    const gatewayId = eligible(acquirers2, test ?? false)[0]?.gatewayId;
    const plan4 = plan3({ shop: shop2, payout: wanted, card: { saved, isNew, shown: shown(card2) }, gatewayId });
    const repeats = { on: saved.stamp, check: duplicateCheck ?? true };
    const accept = operation(requestOf(shop2, key3, now3, { ...what, repeats }), none11, () => plan4);
    return { accept, card: forAcquirer(card2) };
  });
  return { charge: charge3, child: child4, payout: payout3 };
});

// ../core/src/cards/WalletProvider.ts
var WalletProvider = class extends Reference2()("@florin/core/WalletProvider", {
  defaultValue: () => ({ simulated: true, save: () => succeed6("not-used") })
}) {
};

// ../core/src/cards/WalletResult.ts
var WalletResult = Union2(
  Struct({
    status: Literal2("successful"),
    message: NullOr(String$),
    /** The wallet's name for the saved card; absent when it saved none. */
    token: optional(String$)
  }),
  Struct({
    status: Literal2("failed"),
    message: NullOr(String$),
    error: String$,
    errorMessage: String$,
    errorCode: String$
  })
);
var noAnswer = {
  status: "failed",
  message: null,
  error: "no_answer",
  errorMessage: "The wallet did not answer",
  errorCode: "no_answer"
};

// ../core/src/cards/internal/saving.ts
var walletLimit = seconds(5);
var succeeds = (transaction2, event, now3) => match(apply(transaction2, event, now3), {
  onLeft: () => false,
  onRight: (change2) => change2.transaction.status === "successful"
});
var make56 = fnUntraced2(function* ({ acquirerOf }) {
  const wallet = yield* WalletProvider;
  const inTime = bounded3(yield* Calls);
  const died2 = as4(logError2("The wallet died while it was asked"), noAnswer);
  const ask2 = (shop2, transaction2, session, card2) => {
    const saved = suspend4(() => wallet.save({ shop: shop2, transaction: transaction2, session, card: card2 })).pipe(
      // A cause may hold the card.
      catchAllCause2((cause2) => cause2._tag === "Interrupt" ? succeed6(noAnswer) : died2)
    );
    return inTime(saved, walletLimit, noAnswer);
  };
  return (shop2, transaction2, card2, clock3) => {
    const session = transaction2.details.additionalData?.wallet?.params?.session;
    if (session === void 0) return void 0;
    if (acquirerOf(transaction2.gatewayId)?.simulated === true && !wallet.simulated) return void 0;
    return (event) => {
      const now3 = unsafeMake8(clock3.unsafeCurrentTimeMillis());
      if (event._tag !== "Approved" || !succeeds(transaction2, event, now3)) return succeed6(event);
      return map12(
        ask2(shop2, transaction2, session, card2),
        (answer2) => answer2 === "not-used" ? event : { ...event, wallet: answer2 }
      );
    };
  };
});

// ../core/src/cards/VerificationRequests.ts
var VerificationRequests = class extends Tag2("@florin/core/VerificationRequests")() {
};

// ../core/src/cards/internal/verifying.ts
var isOver2 = ({ expiredAt }, now3) => expiredAt !== null && now3 >= expiredAt.epochMillis;
var make57 = map12(
  VerificationRequests,
  (merchant) => (shop2, transaction2, clock3) => {
    const { verificationUrl } = transaction2.details;
    if (verificationUrl === void 0) return void 0;
    return map12(merchant.ask(shop2, transaction2, verificationUrl), (verdict) => {
      if (verdict === "refused") return TransactionEvent.VerificationRefused();
      return isOver2(transaction2, clock3.unsafeCurrentTimeMillis()) ? TransactionEvent.NotDone() : void 0;
    });
  }
);

// ../core/src/cards/Cards.ts
var Cards = class extends Tag2("@florin/core/Cards")() {
};
var given = (card2) => {
  if (card2 === void 0) throw new Error("A transaction was accepted without its card");
  return card2;
};
var uidOf = (body2) => {
  try {
    return JSON.parse(body2)?.transaction?.uid;
  } catch {
    return void 0;
  }
};
var replaying = map12(
  TransactionStore,
  (store) => (shop2) => (ran) => catchIf2(
    ran,
    (error) => error instanceof AlreadyAnswered && error.status === 200,
    (error) => {
      const document3 = error.body;
      const uid = uidOf(document3);
      if (uid === void 0) return fail7(error);
      return flatMap11(
        store.find(shop2.id, TransactionUid.make(uid)),
        match2({
          onNone: () => fail7(error),
          onSome: (transaction2) => succeed6({ transaction: transaction2, document: document3, replayed: true })
        })
      );
    }
  )
);
var make58 = gen2(function* () {
  const operations2 = yield* Operations;
  const kinds = yield* CardKinds;
  const asking = yield* make52;
  const accepting = yield* make55(asking);
  const verification2 = yield* make57;
  const wallet = yield* make56(asking);
  const replay = yield* replaying;
  const operation2 = (name, run3) => (shop2, request, key3) => traced(name, outside(name, replay(shop2)(clockWith4((clock3) => run3(shop2, request, key3, clock3)))));
  const nowOf = (clock3) => unsafeMake8(clock3.unsafeCurrentTimeMillis());
  const chargePerformance = (shop2, kind3, clock3, card2) => {
    return (transaction2) => {
      const before2 = verification2(shop2, transaction2, clock3);
      const after = wallet(shop2, transaction2, card2, clock3);
      return {
        ask: asking.perform(transaction2.gatewayId, charge(kind3, transaction2, card2)),
        limit: callLimit,
        ...before2 === void 0 ? {} : { before: before2 },
        ...after === void 0 ? {} : { after }
      };
    };
  };
  const charge3 = (kind3, name) => operation2(
    name,
    (shop2, request, key3, clock3) => flatMap11(
      accepting.charge(shop2, kind3, request, key3, nowOf(clock3)),
      ({ accept, card: card2 }) => operations2.run({
        shop: shop2,
        kind: kinds.charge,
        accept,
        perform: (transaction2) => chargePerformance(shop2, kind3, clock3, given(card2))(transaction2)
      })
    )
  );
  const child4 = (kind3) => operation2(
    `Cards.${kind3}`,
    (shop2, request, key3, clock3) => operations2.run({
      shop: shop2,
      kind: kinds.child,
      accept: accepting.child(shop2, kind3, request, key3, nowOf(clock3)),
      perform: (transaction2) => ({
        ask: asking.perform(transaction2.gatewayId, child(kind3, transaction2)),
        limit: callLimit
      })
    })
  );
  const payout3 = (name, wanted) => operation2(
    name,
    (shop2, request, key3, clock3) => flatMap11(
      accepting.payout(shop2, wanted(request), key3, nowOf(clock3)),
      ({ accept, card: card2 }) => operations2.run({
        shop: shop2,
        kind: kinds.payout,
        accept,
        perform: (transaction2) => ({
          ask: asking.perform(transaction2.gatewayId, payout(transaction2, given(card2))),
          limit: callLimit
        })
      })
    )
  );
  return Cards.of({
    authorize: charge3("authorization", "Cards.authorization"),
    pay: charge3("payment", "Cards.payment"),
    tokenize: charge3("tokenization", "Cards.tokenization"),
    capture: child4("capture"),
    void: child4("void"),
    refund: child4("refund"),
    credit: payout3("Cards.credit", (request) => ({ type: "credit", request })),
    payOut: payout3("Cards.payOut", (request) => ({ type: "payout", request }))
  });
});
var layer7 = effect(Cards, make58);

// ../core/src/cards/HoldRules.ts
var waitForChildren = 36e5;
var read = ({ shop: shop2, subject }) => {
  const uid = TransactionUid.make(subject);
  return { transaction: transaction(shop2, uid), totals: parentTotals(shop2, uid) };
};
var finished = (job4) => decided([{ _tag: "FinishJob", job: job4 }], void 0);
var changed = (job4, transaction2, event, regime) => {
  const { shop: shop2 } = regime;
  const change2 = apply(transaction2, event, regime.now);
  if (shop2 === void 0 || isLeft2(change2)) return finished(job4);
  const written2 = replaced(change2.right, { ...regime, shop: shop2 });
  const writes2 = [{ _tag: "FinishJob", job: job4 }, ...written2.writes];
  return decided(writes2, written2.wakeAt, { wakeAt: written2.wakeAt, changes: [written2.change] });
};
var expire = (job4, regime) => ({
  name: "expire",
  load: read(job4),
  decide: ({ transaction: transaction2 }) => transaction2 === void 0 ? finished(job4) : changed(job4, transaction2, TransactionEvent.TimePassed(), regime)
});
var release = (job4, regime) => ({
  name: "release-hold",
  load: read(job4),
  decide: ({ totals, transaction: transaction2 }) => {
    if (transaction2 === void 0 || transaction2.closedAt !== null) return finished(job4);
    if (totals.pending === 0) return changed(job4, transaction2, TransactionEvent.HoldLapsed(), regime);
    const runAt = toEpochMillis2(regime.now) + waitForChildren;
    return decided([{ _tag: "PostponeJob", job: job4, runAt }], runAt, { wakeAt: runAt });
  }
});

// ../core/src/cards/internal/reversing.ts
var refusedReversal = "The acquirer refused to take an approval back";
var unansweredReversal = "The acquirer did not answer for 7 days whether it has taken an approval back";
var attemptOf = ({ attempts }) => attempts?.find(({ step: step4 }) => step4 === "reversal");
var leftOf = (transaction2, totals) => remainder(transaction2.amount, add8(totals.captured, totals.voided));
var isToBeReversed = ({ closedAt, reason, status: status2 }, known4) => {
  if (status2 === "pending") return void 0;
  if (status2 === "successful") return closedAt !== null;
  if (reason === "avs-cvc") return true;
  if (known4 === void 0 || known4 === "unknown") return void 0;
  return known4 !== "never-seen" && known4._tag === "Approved";
};
var nothing = (job4) => decided([{ _tag: "FinishJob", job: job4 }], { _tag: "Nothing" });
var begin2 = (job4, { totals, transaction: transaction2 }, known4, now3) => {
  if (transaction2 === void 0) return nothing(job4);
  const before2 = attemptOf(transaction2);
  if (before2 !== void 0) return decided([], { _tag: "Begun", transaction: transaction2, attempt: before2 });
  const wanted = isToBeReversed(transaction2, known4);
  if (wanted === void 0) return decided([], { _tag: "InDoubt", transaction: transaction2 });
  const amount = leftOf(transaction2, totals);
  if (!wanted || amount === 0) return nothing(job4);
  const key3 = `${transaction2.uid}:reverse`;
  const attempt3 = { step: "reversal", key: key3, gatewayId: transaction2.gatewayId, amount };
  const change2 = apply(transaction2, TransactionEvent.ReversalBegun({ attempt: attempt3 }), now3);
  if (isLeft2(change2)) return nothing(job4);
  const { transition } = change2.right;
  const { shop: shop2, uid } = transaction2;
  return decided(
    [
      { _tag: "ReplaceTransaction", transaction: change2.right.transaction },
      { _tag: "AppendHistory", shop: shop2, uid, transition }
    ],
    { _tag: "Begun", transaction: change2.right.transaction, attempt: attempt3 }
  );
};
var result = (job4, { transaction: transaction2 }, event, now3, regime) => {
  if (event._tag === "Approved") return decided([{ _tag: "FinishJob", job: job4 }], "done");
  const next = askAgainAt(now3, job4.attempts);
  if (event._tag !== "Declined" && next !== void 0) {
    const runAt = next.epochMillis;
    return decided([{ _tag: "PostponeJob", job: job4, runAt }], "later", { wakeAt: runAt });
  }
  const { shop: shop2 } = regime;
  const ended = event._tag === "Declined" ? "refused" : "given-up";
  const change2 = ended === "refused" && transaction2 !== void 0 && shop2 !== void 0 && transaction2.reason !== "avs-cvc" ? apply(transaction2, TransactionEvent.Corrected({ report: transaction2.report ?? noReport }), now3) : void 0;
  if (change2 === void 0 || isLeft2(change2)) return decided([{ _tag: "FinishJob", job: job4 }], ended);
  const written2 = replaced(change2.right, { ...regime, shop: shop2 });
  return decided([{ _tag: "FinishJob", job: job4 }, ...written2.writes], ended, {
    wakeAt: written2.wakeAt,
    changes: [written2.change]
  });
};
var make59 = gen2(function* () {
  const write5 = commit(yield* OperationStore);
  const asking = yield* make52;
  const shops3 = yield* ShopDirectory;
  const documents = yield* TransactionDocuments;
  const worker = yield* Worker;
  const newNotificationId = yield* makeNotificationId;
  const inTime = bounded3(yield* Calls);
  const reads = ({ shop: shop2, subject }) => {
    const uid = TransactionUid.make(subject);
    return { transaction: transaction(shop2, uid), totals: parentTotals(shop2, uid) };
  };
  const begun = fnUntraced2(function* (job4, known4) {
    const now3 = yield* now2;
    const operation2 = {
      name: "reversal-begin",
      load: reads(job4),
      decide: (facts) => begin2(job4, facts, known4, now3)
    };
    return yield* write5(operation2);
  });
  const conclude2 = fnUntraced2(function* (job4, event) {
    const now3 = yield* now2;
    const shop2 = getOrUndefined(yield* shops3.find(job4.shop));
    const regime = { shop: shop2, encode: documents.encode, notification: newNotificationId(now3.epochMillis) };
    const ended = yield* write5({
      name: "reversal-result",
      load: { transaction: reads(job4).transaction },
      decide: (facts) => result(job4, facts, event, now3, regime)
    });
    yield* worker.wake;
    if (ended === "refused") yield* logError2(refusedReversal, { uid: job4.subject });
    if (ended === "given-up") yield* logError2(unansweredReversal, { uid: job4.subject });
  });
  const takeBack = ({ currency, acquirerKey: parent }, { amount, gatewayId, key: key3 }) => inTime(
    asking.perform(gatewayId, AcquirerRequest.Void({ key: key3, parent, amount, currency })),
    callLimit,
    TransactionEvent.NoAnswer()
  );
  return fnUntraced2(function* (job4) {
    let first6 = yield* begun(job4);
    if (first6._tag === "InDoubt") {
      const { acquirerKey, gatewayId, status: status2 } = first6.transaction;
      const known4 = status2 === "pending" ? "unknown" : yield* asking.status(gatewayId, acquirerKey);
      first6 = yield* begun(job4, known4);
    }
    if (first6._tag === "Nothing") return;
    const event = first6._tag === "InDoubt" ? TransactionEvent.NoAnswer() : yield* takeBack(first6.transaction, first6.attempt);
    yield* conclude2(job4, event._tag === "NotDone" ? TransactionEvent.NoAnswer() : event);
  });
});

// ../core/src/cards/Holds.ts
var Holds = class extends Tag2("@florin/core/Holds")() {
};
var make60 = gen2(function* () {
  const store = yield* OperationStore;
  const shops3 = yield* ShopDirectory;
  const documents = yield* TransactionDocuments;
  const worker = yield* Worker;
  const peers = yield* PeerWakeup;
  const newNotificationId = yield* makeNotificationId;
  const reverse4 = yield* make59;
  const write5 = commit(store);
  const committed2 = (ruleOf) => fnUntraced2(function* (job4) {
    const shop2 = yield* shops3.find(job4.shop);
    const now3 = yield* now2;
    const notification2 = newNotificationId(now3.epochMillis);
    const regime = { shop: getOrUndefined(shop2), encode: documents.encode, notification: notification2, now: now3 };
    const wakeAt = yield* write5(ruleOf(job4, regime));
    if (wakeAt === void 0) return;
    worker.unsafeWakeFor(wakeAt, now3.epochMillis);
    peers.unsafeTell();
  });
  const handler = (kind3, lane, run3) => ({ kind: kind3, lane, run: (job4) => traced(`Holds.${kind3}`, run3(job4)) });
  return Holds.of({
    handlers: [
      handler("expire", "commits", committed2(expire)),
      handler("release-hold", "commits", committed2(release)),
      handler("reverse", "calls", reverse4)
    ]
  });
});
var layer8 = effect(Holds, make60);

// ../core/src/idempotency/Sweep.ts
var batch = 500;
var job3 = { shop: ShopId.make("_"), kind: "sweep", subject: "idempotency-keys" };
var nextWeek = (now3) => toEpochMillis2(add7(now3, { days: 7 }));
var start = gen2(function* () {
  const store = yield* OperationStore;
  const runAt = nextWeek(yield* now2);
  const plan4 = {
    name: "sweep-plan",
    load: {},
    decide: () => decided([{ _tag: "EnqueueJob", job: job3, runAt, share: ofShop(job3.shop) }], void 0)
  };
  yield* commit(store)(plan4);
});
var swept = (before2) => ({
  name: "sweep",
  load: { keys: keysBefore(before2, batch) },
  decide: ({ keys: keys5 }) => decided([{ _tag: "ForgetKeys", keys: keys5 }], keys5.length)
});
var make61 = map12(OperationStore, (store) => {
  const write5 = commit(store);
  const run3 = fnUntraced2(function* (job4) {
    const now3 = yield* now2;
    const before2 = toEpochMillis2(subtractDuration2(now3, keptFor));
    let removed = batch;
    while (removed === batch) removed = yield* write5(swept(before2));
    const again2 = {
      name: "sweep-again",
      load: {},
      decide: () => decided([{ _tag: "PostponeJob", job: job4, runAt: nextWeek(now3) }], void 0)
    };
    yield* write5(again2);
  });
  return { kind: job3.kind, lane: "commits", run: (job4) => traced("Sweep.run", run3(job4)) };
});

// ../core/src/notifications/Notification.ts
var NotificationStatus = Literal2("waiting", "delivered", "superseded", "stopped", "exhausted");
var Notification = Struct({
  shop: ShopId,
  id: NotificationId,
  /** What it is about: a transaction's uid, or the id of anything else. */
  subject: String$,
  /** The subject's version: grows per subject. */
  sequence: Int,
  url: String$,
  /** The document, as it was committed. */
  body: String$,
  status: NotificationStatus,
  attempts: Int,
  /** What the last attempt met: an HTTP status, or a fixed word such as `timeout`. */
  lastResult: NullOr(String$),
  createdAt: DateTimeUtcFromNumber,
  updatedAt: DateTimeUtcFromNumber
});
var NotificationStore = class extends Tag2("@florin/core/NotificationStore")() {
};

// ../core/src/notifications/NotificationMachine.ts
var attemptsLeft = when2("Attempts are left", (_) => _.attempts < _.attemptLimit);
var noneLeft = when2("No attempt is left", (_) => _.attempts >= _.attemptLimit);
var { always: always2 } = Machine_exports;
var machine3 = make44("Notification delivery")((row) => [
  //   state         trigger          condition      next          other effects
  row("waiting", "Acknowledged", always2, "delivered"),
  row("waiting", "Gone", always2, "stopped"),
  row("waiting", "AttemptFailed", attemptsLeft, "waiting", "retry"),
  row("waiting", "AttemptFailed", noneLeft, "exhausted"),
  row("waiting", "Superseded", always2, "superseded"),
  row("waiting", "ResendAsked", always2, "waiting", "send"),
  row("superseded", "Acknowledged", always2, "delivered"),
  row("superseded", "Gone", always2, "superseded"),
  row("superseded", "AttemptFailed", always2, "superseded"),
  row("superseded", "ResendAsked", always2, "waiting", "send"),
  row("delivered", "ResendAsked", always2, "waiting", "send"),
  row("stopped", "ResendAsked", always2, "waiting", "send"),
  row("exhausted", "ResendAsked", always2, "waiting", "send"),
  row("waiting", "Outdated", always2, "superseded"),
  row("superseded", "Outdated", always2, "superseded"),
  row("delivered", "Outdated", always2, "delivered"),
  row("stopped", "Outdated", always2, "stopped"),
  row("exhausted", "Outdated", always2, "superseded")
]);

// ../core/src/notifications/ResendRules.ts
var fresh2 = { attempts: 0, attemptLimit: 1 };
var moved = (notification2, trigger, now3) => {
  const { id: id2, lastResult, shop: shop2, status: status2, subject, url: url2 } = notification2;
  const { effects, next } = getOrThrow(decide(machine3, status2, trigger, fresh2));
  const update4 = {
    _tag: "UpdateNotification",
    notification: { shop: shop2, id: id2, status: next, attempts: 0, lastResult, updatedAt: now3 }
  };
  return effects.includes("send") ? [update4, delivery(shop2, subject, url2, now3)] : [update4];
};
var subjectOf = (shop2, id2) => ({
  name: "resend",
  load: { found: notification(shop2, id2) },
  decide: ({ found }) => decided([], found?.subject)
});
var resend = (shop2, id2, subject, now3) => ({
  name: "resend",
  load: { found: notification(shop2, id2), told: told(shop2, subject) },
  decide: ({ found, told: told2 }) => {
    if (found === void 0) return decided([], void 0);
    const writes2 = moved(found, found.sequence < told2 ? "Outdated" : "ResendAsked", now3);
    return decided(writes2, void 0, { wakeAt: now3.epochMillis });
  }
});
var resendExhausted = (shop2, after, limit2, now3) => ({
  name: "resend-exhausted",
  load: { exhausted: exhausted(shop2, after, limit2) },
  decide: ({ exhausted: exhausted2 }) => {
    const current = exhausted2.filter(({ sequence, told: told2 }) => sequence >= told2);
    const writes2 = exhausted2.flatMap((one2) => moved(one2, one2.sequence < one2.told ? "Outdated" : "ResendAsked", now3));
    return decided(
      writes2,
      { sent: current.length, last: exhausted2.length < limit2 ? void 0 : exhausted2.at(-1)?.id },
      { wakeAt: now3.epochMillis }
    );
  }
});

// ../core/src/notifications/Notifications.ts
var Notifications = class extends Tag2("@florin/core/Notifications")() {
};
var pageLimit = 100;
var batch2 = 500;
var make62 = gen2(function* () {
  const operations2 = yield* OperationStore;
  const store = yield* NotificationStore;
  const worker = yield* Worker;
  const write5 = commit(operations2);
  const stale2 = { Stale: die5 };
  const resend2 = fnUntraced2(function* (shop2, id2) {
    const now3 = yield* now2;
    const subject = yield* write5(subjectOf(shop2.id, id2));
    if (subject === void 0) return yield* new NotFound();
    yield* write5(resend(shop2.id, id2, subject, now3));
    yield* worker.wake;
  }, catchTags2(stale2));
  const resendExhausted2 = fnUntraced2(function* (shop2) {
    const now3 = yield* now2;
    let sent = 0;
    let after = "";
    while (true) {
      const page = yield* write5(resendExhausted(shop2.id, after, batch2, now3));
      sent += page.sent;
      if (page.last === void 0) return sent;
      after = page.last;
      yield* worker.wake;
    }
  }, catchTags2(stale2));
  return Notifications.of({
    list: (shop2, { after, limit: limit2, status: status2 }) => store.list(shop2.id, {
      limit: limit2 ?? pageLimit,
      ...status2 === void 0 ? {} : { status: status2 },
      ...after === void 0 ? {} : { after }
    }),
    resend: (shop2, id2) => traced("Notifications.resend", resend2(shop2, id2)),
    resendExhausted: (shop2) => traced("Notifications.resendExhausted", resendExhausted2(shop2))
  });
});
var layer9 = effect(
  Notifications,
  make62
);

// ../core/src/transactions/Transactions.ts
var trackingIdMatches = 10;
var Transactions = class extends Tag2("@florin/core/Transactions")() {
};
var make63 = gen2(function* () {
  const operations2 = yield* OperationStore;
  const store = yield* TransactionStore;
  const documents = yield* TransactionDocuments;
  const worker = yield* Worker;
  const recovery = yield* Recovery;
  const newNotificationId = yield* makeNotificationId;
  const write5 = commit(operations2);
  const existing = (found) => flatMap11(
    found,
    match2({ onNone: () => new NotFound(), onSome: (transaction2) => succeed6(transaction2) })
  );
  const find3 = (shop2, uid) => existing(store.find(shop2.id, uid));
  const announced2 = (shop2, uid, now3) => {
    const id2 = newNotificationId(now3.epochMillis);
    return {
      name: "renotify",
      load: { transaction: transaction(shop2.id, uid) },
      decide: ({ transaction: transaction2 }) => {
        if (transaction2 === void 0) return refuse(new NotFound());
        const url2 = transaction2.details.notificationUrl ?? shop2.notificationUrl;
        if (url2 === void 0) return decided([], void 0);
        const body2 = documents.encode(transaction2);
        const { version: sequence } = transaction2;
        return decided(writes({ shop: shop2.id, id: id2, subject: uid, sequence, url: url2, body: body2, now: now3 }), void 0);
      }
    };
  };
  const renotify = fnUntraced2(
    function* (shop2, uid) {
      yield* write5(announced2(shop2, uid, yield* now2));
      yield* worker.wake;
    },
    catchTags2({ Stale: die5 })
  );
  const recover = fnUntraced2(function* (shop2, uid) {
    const transaction2 = yield* find3(shop2, uid);
    yield* recovery.now(transaction2).pipe(catchTag2("Stale", () => _void));
    return yield* find3(shop2, uid);
  });
  return Transactions.of({
    find: find3,
    findByTrackingId: (shop2, trackingId) => store.findByTrackingId(shop2.id, trackingId, trackingIdMatches),
    findPublic: (uid) => existing(store.findPublic(uid)),
    history: (shop2, uid) => traced("Transactions.history", zipRight2(find3(shop2, uid), store.history(shop2.id, uid))),
    renotify: (shop2, uid) => traced("Transactions.renotify", renotify(shop2, uid)),
    recover: (shop2, uid) => traced("Transactions.recover", recover(shop2, uid))
  });
});
var layer10 = effect(Transactions, make63);

// ../core/src/jobs/Job.ts
var JobStore = class extends Tag2("@florin/core/JobStore")() {
};

// ../core/src/jobs/JobHandlers.ts
var JobHandlers = class extends Tag2("@florin/core/JobHandlers")() {
};

// ../scheduler/src/internal/deaths.ts
var length5 = toMillis(length3);
var make64 = () => {
  let seen = /* @__PURE__ */ new Map();
  return {
    /** Takes the dead off, each only where it has said nothing since it was read. Pure over what was seen before. */
    judge: (workers2, self, now3) => {
      const dead = workers2.filter(({ heartbeats, owner }) => {
        const known4 = seen.get(owner);
        return owner !== self && known4?.heartbeats === heartbeats && now3 - known4.since >= length5;
      });
      return [
        ...dead.map(({ heartbeats, owner }) => ({ _tag: "DeregisterWorker", owner, heartbeats })),
        { _tag: "ReleaseOrphans" }
      ];
    },
    see: (workers2, now3) => {
      seen = new Map(
        workers2.map(({ heartbeats, owner }) => {
          const known4 = seen.get(owner);
          return [owner, known4?.heartbeats === heartbeats ? known4 : { heartbeats, since: now3 }];
        })
      );
    }
  };
};

// ../scheduler/src/internal/due.ts
var idleAtOnce = 256;
var backOff = (now3, attempts) => toEpochMillis2(add7(now3, { seconds: Math.min(3600, 2 ** Math.min(attempts, 12)) }));
var make65 = gen2(function* () {
  const write5 = commit(yield* OperationStore);
  const handlers = new Map((yield* JobHandlers).map((handler) => [handler.kind, handler]));
  const worker = yield* Worker;
  const lease = yield* Lease;
  const monotonic = yield* MonotonicClock;
  const deaths = make64();
  const operation2 = (wanted, renewal, abandoned) => {
    const beats = renewal.writes.length > 0;
    const at2 = monotonic.unsafeNow();
    const { kinds, now: now3, perShare, pick: pick5, window: window2 } = wanted;
    const millis5 = toEpochMillis2(now3);
    const due2 = due({ now: millis5, kinds, limit: window2, perShare });
    const load2 = beats ? { due: due2, workers, held: held(renewal.owner, millis5, idleAtOnce) } : { due: due2 };
    return {
      name: "jobs-claim",
      load: load2,
      decide: ({ due: due3, held: held3 = [], workers: workers2 }) => {
        const picked = pick5(due3);
        const idle = held3.filter((job4) => !worker.isRunning(job4));
        const writes2 = [
          ...renewal.writes,
          ...workers2 === void 0 ? [] : deaths.judge(workers2, renewal.owner, at2),
          ...[...abandoned, ...idle].map((job4) => ({ _tag: "ReleaseJob", job: job4 })),
          ...picked.map((job4) => ({ _tag: "ClaimJob", job: job4, owner: renewal.owner }))
        ];
        const jobs3 = picked.map((job4) => ({ ...job4, fence: job4.fence + 1 }));
        const freed = abandoned.length + idle.length > 0;
        return decided(writes2, { jobs: jobs3, isFull: due3.length >= window2, freed, workers: workers2 });
      }
    };
  };
  const claim2 = (wanted) => suspend4(() => {
    const renewal = lease.renewal();
    const abandoned = worker.takeAbandoned();
    const keep = sync3(() => abandoned.forEach(worker.abandon));
    return map12(
      onError2(write5(operation2(wanted, renewal, abandoned)), () => keep),
      (claimed) => {
        renewal.committed();
        if (claimed.workers !== void 0) deaths.see(claimed.workers, monotonic.unsafeNow());
        for (const job4 of claimed.jobs) worker.begin(job4);
        return claimed;
      }
    );
  }).pipe(
    // This process was taken for dead: it goes on under another name.
    catchTag2("Stale", () => zipRight2(lease.renamed, claim2(wanted)))
  );
  const giveBack = fnUntraced2(function* (job4) {
    const runAt = backOff(yield* now2, job4.attempts);
    yield* write5({
      name: "job-give-back",
      load: {},
      decide: () => decided([{ _tag: "PostponeJob", job: job4, runAt }], void 0)
    });
  });
  const failed4 = (job4) => logError2("Due work failed and will be tried again", { kind: job4.kind, subject: job4.subject }).pipe(
    zipRight2(catchAllCause2(giveBack(job4), () => sync3(() => worker.abandon(job4))))
  );
  const run3 = (job4) => handlers.get(job4.kind)?.run(job4) ?? dieMessage2("No room has contributed this kind of work");
  const perform2 = (job4) => suspend4(() => run3(job4)).pipe(
    // Another process has taken it over, and does it.
    catchTag2("Stale", () => _void),
    catchAllCause2(() => failed4(job4)),
    ensuring2(sync3(() => worker.end(job4)))
  );
  return { handlers, mustBeat: lease.mustBeat, claim: claim2, perform: perform2 };
});

// ../scheduler/src/SchedulerSettings.ts
var SchedulerSettings = class extends Reference2()("@florin/scheduler/SchedulerSettings", {
  defaultValue: () => ({
    places: { calls: 256, deliveries: 1024, commits: 32 },
    guaranteed: 8
  })
}) {
};

// ../scheduler/src/internal/shares.ts
var limitOf = (own2, total2, { guaranteed, size: size8 }) => Math.max(guaranteed, Math.floor((size8 - (total2 - own2)) / 2));
var pick4 = (due2, running3, places) => {
  const shops3 = new Map(running3.shops);
  const resources = new Map(running3.resources);
  let { total: total2 } = running3;
  const fits = (job4, resource) => {
    const ofShop2 = shops3.get(job4.shop) ?? 0;
    if (total2 >= places.size && ofShop2 >= places.guaranteed) return false;
    if (ofShop2 >= limitOf(ofShop2, total2, places)) return false;
    if (resource === "") return true;
    const ofResource = resources.get(resource) ?? 0;
    return ofResource < places.perResource(job4.kind) && ofResource < limitOf(ofResource, total2, places);
  };
  return due2.filter((job4) => {
    const resource = resourceOf(job4.share);
    if (!fits(job4, resource)) return false;
    total2 += 1;
    shops3.set(job4.shop, (shops3.get(job4.shop) ?? 0) + 1);
    if (resource !== "") resources.set(resource, (resources.get(resource) ?? 0) + 1);
    return true;
  });
};

// ../scheduler/src/internal/tally.ts
var change = (counts, name, by) => {
  const count = (counts.get(name) ?? 0) + by;
  if (count > 0) counts.set(name, count);
  else counts.delete(name);
};
var make66 = () => {
  const shops3 = /* @__PURE__ */ new Map();
  const resources = /* @__PURE__ */ new Map();
  let total2 = 0;
  const count = ({ share, shop: shop2 }, by) => {
    const resource = resourceOf(share);
    total2 += by;
    change(shops3, shop2, by);
    if (resource !== "") change(resources, resource, by);
  };
  return {
    running: () => ({ total: total2, shops: shops3, resources }),
    begin: (job4) => count(job4, 1),
    end: (job4) => count(job4, -1)
  };
};

// ../scheduler/src/internal/loop.ts
var drainLimit2 = seconds(6);
var shortestWait = 20;
var pauseAfterFailure = millis(250);
var window = 512;
var within = (limit2) => (wait) => ignore2(timeout2(interruptible4(wait), limit2));
var sleeping = gen2(function* () {
  const worker = yield* Worker;
  const longest2 = toMillis(heartbeatEvery);
  return fnUntraced2(function* (now3, next) {
    const wait = match2(next, {
      onNone: () => longest2,
      // What is due already could not be started: there is no room, or it became due this moment.
      onSome: (at2) => Math.max(shortestWait, at2.epochMillis - now3.epochMillis)
    });
    const pause = Math.min(wait, longest2);
    yield* raceFirst2(worker.awaitWake(add7(now3, { millis: pause })), sleep4(pause));
  });
});
var room = fnUntraced2(function* (lane, size8, guaranteed, { handlers }) {
  const fibers = yield* make45();
  yield* addFinalizer2(() => within(drainLimit2)(awaitEmpty(fibers)));
  const tally = make66();
  const own2 = Array.from(handlers.values()).filter((handler) => handler.lane === lane);
  const limits = new Map(own2.map(({ kind: kind3, perResource }) => [kind3, perResource ?? Number.POSITIVE_INFINITY]));
  return {
    kinds: own2.map(({ kind: kind3 }) => kind3),
    fibers,
    tally,
    places: { size: size8, guaranteed, perResource: (kind3) => limits.get(kind3) ?? Number.POSITIVE_INFINITY },
    // Claiming job by job as places become free would cost more than the jobs: a few are awaited.
    isCrowded: () => tally.running().total > size8 * 3 / 8
  };
});
var lanes = ["commits", "calls", "deliveries"];
var make67 = fnUntraced2(function* (due2, turn) {
  const jobs3 = yield* JobStore;
  const worker = yield* Worker;
  const { guaranteed, places } = yield* SchedulerSettings;
  const sleep5 = yield* sleeping;
  const run3 = (room2, job4) => {
    room2.tally.begin(job4);
    const done5 = suspend4(() => {
      room2.tally.end(job4);
      return room2.isCrowded() ? _void : worker.wake;
    });
    return run(room2.fibers, zipRight2(due2.perform(job4), done5));
  };
  const start3 = fnUntraced2(function* (room2) {
    if (room2.kinds.length === 0) return 0;
    const now3 = yield* now2;
    const claimed = yield* due2.claim({
      now: now3,
      kinds: room2.kinds,
      window,
      perShare: guaranteed,
      pick: (found) => pick4(found, room2.tally.running(), room2.places)
    });
    yield* forEach8(claimed.jobs, (job4) => run3(room2, job4), { discard: true });
    return claimed.jobs.length;
  });
  return scoped2(
    gen2(function* () {
      const rooms = yield* forEach8(lanes, (lane) => room(lane, places[lane], guaranteed, due2));
      const startAll = turn.withPermits(1)(
        map12(forEach8(rooms, start3), (counts) => counts.reduce((sum, count) => sum + count, 0))
      );
      const round = gen2(function* () {
        const now3 = yield* now2;
        const next = yield* jobs3.nextDue;
        const isDue = exists(next, (at2) => lessThanOrEqualTo4(at2, now3));
        const started = isDue || due2.mustBeat() ? yield* startAll : 0;
        const isCrowded = rooms.some((room2) => room2.isCrowded());
        if (started === 0 || isCrowded) yield* sleep5(now3, isCrowded ? some2(now3) : next);
      });
      const keepGoing = catchAllCause2(
        round,
        (cause2) => zipRight2(logError2("Due work could not be claimed", cause2), sleep4(pauseAfterFailure))
      );
      return yield* forever2(keepGoing);
    })
  );
});

// ../scheduler/src/Scheduler.ts
var Scheduler = class extends Tag2("@florin/scheduler/Scheduler")() {
};
var make68 = gen2(function* () {
  const jobs3 = yield* JobStore;
  const turn = yield* makeSemaphore2(1);
  const due2 = yield* make65;
  const live = yield* make67(due2, turn);
  const batch3 = 32;
  const runDue = fn("Scheduler.runDue")(function* (now3) {
    let ran = 0;
    while (true) {
      const kinds = Array.from(due2.handlers.keys());
      const { freed, jobs: claimed } = yield* due2.claim({
        now: now3,
        kinds,
        window: batch3,
        perShare: 0,
        pick: (found) => found
      });
      if (claimed.length === 0 && !freed) return ran;
      yield* forEach8(claimed, due2.perform, { discard: true });
      ran += claimed.length;
    }
  });
  return Scheduler.of({
    runDue,
    nextDue: jobs3.nextDue,
    live,
    exclusively: turn.withPermits(1)
  });
});
var layer11 = scoped3(Scheduler, make68);
var layerLive = scopedDiscard2(
  flatMap11(Scheduler, ({ live }) => forkScoped2(interruptible4(live)))
).pipe(provideMerge2(layer11));

// ../webhook-dispatcher/src/DeliverySchedule.ts
var attemptLimit = (schedule) => schedule.retryDelays.length + 1;
var waitAfter = (schedule, attempts, retryAfter, random3) => map2(fromNullable(schedule.retryDelays[attempts - 1]), (delay2) => {
  const asked = min2(
    getOrElse3(retryAfter, () => zero),
    schedule.retryAfterLimit
  );
  return millis(Math.ceil(toMillis(max2(delay2, asked)) * (1 + schedule.jitter * random3)));
});
var seconds2 = /^\d{1,15}$/;
var httpDate = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;
var parseRetryAfter = (header, now3) => {
  const text3 = header.trim();
  if (seconds2.test(text3)) return some2(seconds(Number(text3)));
  const instant3 = httpDate.test(text3) ? Date.parse(text3) : Number.NaN;
  return Number.isNaN(instant3) ? none2() : some2(millis(instant3 - now3));
};

// ../webhook-dispatcher/src/internal/dated.ts
var dated = ({ signatureClock }) => map12(signatureClock?.currentTimeMillis ?? currentTimeMillis2, unsafeMake8);

// ../webhook-dispatcher/src/internal/unusableKeys.ts
var reportUnusable = (shop2, unusable) => forEach8(
  unusable,
  ({ header }) => annotateLogs2(logWarning2("a header is left out: the shop's key for it cannot be used"), {
    shop: shop2.id,
    header
  }),
  { discard: true }
);

// ../webhook-dispatcher/src/AddressGuard.ts
import { isIP } from "node:net";
var import_ipaddr = __toESM(require_ipaddr(), 1);
var AddressRefused = class extends TaggedError2("@florin/webhook-dispatcher/AddressRefused")(
  "AddressRefused",
  { reason: Literal2("not-a-url", "scheme", "credentials", "port", "unresolved", "address") }
) {
};
var globalUnicast = import_ipaddr.default.IPv6.parseCIDR("2000::/3");
var isAllowed = (address2, policy) => {
  if (isIP(address2) === 0 || address2.includes("%")) return false;
  const parsed = import_ipaddr.default.parse(address2);
  const range = parsed.range();
  if (range === "loopback") return policy.allowLoopback;
  return range === "unicast" && (parsed.kind() === "ipv4" || parsed.match(globalUnicast));
};
var refuse2 = (reason) => new AddressRefused({ reason });
var read2 = (text3, policy) => {
  if (!URL.canParse(text3)) return refuse2("not-a-url");
  const url2 = new URL(text3);
  if (url2.protocol !== "https:" && !(policy.allowHttp && url2.protocol === "http:")) return refuse2("scheme");
  if (url2.username !== "" || url2.password !== "") return refuse2("credentials");
  return url2.port === "0" ? refuse2("port") : succeed6(url2);
};
var make69 = (policy, resolve) => fnUntraced2(function* (text3) {
  const url2 = yield* read2(text3, policy);
  const host = url2.hostname.replace(/^\[(.*)\]$/, "$1");
  const addresses = isIP(host) === 0 ? yield* resolve(host) : [host];
  if (addresses.length === 0) return yield* refuse2("unresolved");
  if (!addresses.every((address2) => isAllowed(address2, policy))) return yield* refuse2("address");
  return { url: url2, addresses };
});

// ../webhook-dispatcher/src/internal/connections.ts
import { isIPv6 } from "node:net";
import { createSecureContext } from "node:tls";
import { Pool } from "undici";
var pinned = (addresses) => (_name, options2, answer2) => {
  const found = addresses.map((address2) => ({ address: address2, family: isIPv6(address2) ? 6 : 4 }));
  if (options2.all) answer2(null, found);
  else answer2(null, found[0].address, found[0].family);
};
var open = (target, bounds, secureContext) => new Pool(target.url.origin, {
  connections: bounds.connectionsPerReceiver,
  pipelining: 1,
  allowH2: false,
  maxHeaderSize: 16384,
  // A request that is given up does not end its connection's attempt: this does.
  connectTimeout: toMillis(min2(bounds.deliveryTimeLimit, bounds.verificationTimeLimit)),
  // The sender's own time limit covers both, whatever it is set to.
  headersTimeout: 0,
  bodyTimeout: 0,
  connect: { lookup: pinned(target.addresses), secureContext }
});
var close2 = (pool) => promise2(() => pool.destroy());
var keyOf = (target) => [target.url.origin, ...[...target.addresses].sort()].join(" ");
var make70 = (bounds) => gen2(function* () {
  const trust = createSecureContext(bounds.certificates.length > 0 ? { ca: [...bounds.certificates] } : {});
  const entries2 = /* @__PURE__ */ new Map();
  yield* addFinalizer2(() => forEach8(entries2.values(), (entry2) => close2(entry2.pool)));
  const take3 = (target) => {
    const key3 = keyOf(target);
    const entry2 = entries2.get(key3) ?? { pool: open(target, bounds, trust), users: 0 };
    entries2.delete(key3);
    entries2.set(key3, entry2);
    entry2.users += 1;
    return entry2;
  };
  const surplus = () => Array.from(entries2).filter(([, entry2]) => entry2.users === 0).slice(0, Math.max(0, entries2.size - bounds.receiversKept));
  const giveBack = (entry2) => suspend4(() => {
    entry2.users -= 1;
    if (entries2.size <= bounds.receiversKept) return _void;
    return forEach8(
      surplus(),
      ([key3, idle]) => {
        entries2.delete(key3);
        return close2(idle.pool);
      },
      { discard: true }
    );
  });
  return {
    shared: (target, use) => acquireUseRelease2(
      sync3(() => take3(target)),
      (entry2) => use(entry2.pool),
      giveBack
    ),
    fresh: (target, use) => acquireUseRelease2(
      sync3(() => open(target, bounds, trust)),
      use,
      close2
    )
  };
});

// ../webhook-dispatcher/src/Resolver.ts
import { Resolver as Dns } from "node:dns/promises";
var localhost = /^(?:.+\.)?localhost\.?$/i;
var records = (ask2) => orElseSucceed2(tryPromise2(ask2), () => []);
var askNameServers = (name) => acquireUseRelease2(
  sync3(() => new Dns({ timeout: 2e3, tries: 2 })),
  (dns) => map12(
    all4([records(() => dns.resolve4(name)), records(() => dns.resolve6(name))], { concurrency: 2 }),
    ([four, six]) => [...four, ...six]
  ),
  (dns) => sync3(() => dns.cancel())
);
var Resolver = class extends Reference2()("@florin/webhook-dispatcher/Resolver", {
  defaultValue: () => (name) => localhost.test(name) ? succeed6(["127.0.0.1", "::1"]) : askNameServers(name)
}) {
};

// ../webhook-dispatcher/src/WebhookSettings.ts
var defaults = {
  allowHttp: false,
  allowLoopback: false,
  certificates: [],
  deliveryTimeLimit: seconds(15),
  verificationTimeLimit: seconds(10),
  connectionsPerReceiver: 16,
  receiversKept: 256,
  retryDelays: [
    seconds(5),
    minutes(5),
    minutes(30),
    hours(2),
    hours(5),
    hours(10),
    hours(14),
    hours(20),
    hours(24)
  ],
  signatureClock: void 0,
  jitter: 0.1,
  retryAfterLimit: hours(24)
};
var WebhookSettings = class extends Reference2()(
  "@florin/webhook-dispatcher/WebhookSettings",
  {
    defaultValue: () => defaults
  }
) {
};
var layer12 = (settings2) => succeed7(WebhookSettings, { ...defaults, ...settings2 });

// ../webhook-dispatcher/src/Sender.ts
var answerLimit = 65536;
var Outcome = taggedEnum();
var Sender = class extends Tag2("@florin/webhook-dispatcher/Sender")() {
};
var isTls = (code) => /^(?:ERR_TLS|ERR_SSL|EPROTO|CERT_|UNABLE_TO_|DEPTH_ZERO|SELF_SIGNED)/.test(code);
var reasonOf2 = (cause2) => {
  const code = cause2?.code;
  return typeof code === "string" && isTls(code) ? "tls-failed" : "connection-failed";
};
var reasonOfRefusal = ({ reason }) => reason === "unresolved" ? "unresolved" : "address-refused";
var open2 = (pool, target, request) => tryPromise2({
  try: (signal) => pool.request({
    method: "POST",
    path: target.url.pathname + target.url.search,
    headers: { "content-type": "application/json", "user-agent": "Florin", ...request.headers },
    body: request.body,
    reset: request.fresh === true,
    signal
  }),
  catch: reasonOf2
});
var headOf = ({ headers, statusCode }) => ({
  status: statusCode,
  retryAfter: map2(fromNullable(headers["retry-after"]), String)
});
var collect = async (body2) => {
  const chunks = [];
  let size8 = 0;
  for await (const chunk2 of body2) {
    size8 += chunk2.length;
    if (size8 > answerLimit) return void 0;
    chunks.push(chunk2);
  }
  return Buffer.concat(chunks, size8).toString("utf8");
};
var read3 = (body2) => tryPromise2(() => collect(body2)).pipe(
  map12(fromNullable),
  orElseSucceed2(() => none2()),
  // Not on its `error` event, which nobody listens to any more.
  onInterrupt2(() => sync3(() => body2.on("error", () => void 0).destroy()))
);
var conclude = (head4, answer2, now3) => {
  if (head4.status >= 200 && head4.status < 300) return Outcome.Acknowledged({ status: head4.status, answer: answer2 });
  if (head4.status === 410) return Outcome.Gone();
  const retryAfter = flatMap2(head4.retryAfter, (header) => parseRetryAfter(header, now3));
  return Outcome.Rejected({ status: head4.status, retryAfter });
};
var make71 = gen2(function* () {
  const settings2 = yield* WebhookSettings;
  const check = make69(settings2, yield* Resolver);
  const connections = yield* make70(settings2);
  const machineClock = make26();
  const exchange = fnUntraced2(function* (request, seen) {
    const target = yield* mapError2(check(request.url), reasonOfRefusal);
    return yield* connections[request.fresh === true ? "fresh" : "shared"](
      target,
      (pool) => gen2(function* () {
        const response = yield* open2(pool, target, request);
        yield* set5(seen, some2(headOf(response)));
        return yield* read3(response.body);
      })
    );
  });
  const post = fn("Sender.post")(function* (request) {
    const seen = yield* make25(none2());
    const answered = yield* exchange(request, seen).pipe(
      timeoutFail2({ duration: request.timeLimit, onTimeout: () => "timeout" }),
      withClock2(machineClock),
      either3
    );
    const head4 = yield* get11(seen);
    const now3 = yield* currentTimeMillis2;
    if (isSome2(head4))
      return conclude(
        head4.value,
        getOrElse2(answered, () => none2()),
        now3
      );
    return Outcome.Unanswered({ reason: isLeft2(answered) ? answered.left : "connection-failed" });
  });
  return Sender.of({ post });
});
var layer13 = scoped3(Sender, make71);

// ../webhook-dispatcher/src/Signature.ts
import { createHmac, createPrivateKey, sign as signWith } from "node:crypto";
var KeyUnusable = class extends TaggedError2("@florin/webhook-dispatcher/KeyUnusable")(
  "KeyUnusable",
  { header: Literal2("webhook-signature", "content-signature") }
) {
};
var secretShape = /^whsec_([A-Za-z0-9+/]+)={0,2}$/;
var standardWebhooks = (secret2, message2) => {
  const encoded = secretShape.exec(value2(secret2))?.[1];
  if (encoded === void 0) return left2(new KeyUnusable({ header: "webhook-signature" }));
  const content = `${message2.id}.${epochSeconds(message2.timestamp)}.${message2.body}`;
  const digest2 = createHmac("sha256", Buffer.from(encoded, "base64")).update(content, "utf8").digest("base64");
  return right2(`v1,${digest2}`);
};
var rsaKey = (pem) => {
  try {
    const key3 = createPrivateKey(value2(pem));
    return key3.asymmetricKeyType === "rsa" ? key3 : void 0;
  } catch {
    return void 0;
  }
};
var contentSignature = (pem, body2) => {
  const key3 = rsaKey(pem);
  return key3 === void 0 ? left2(new KeyUnusable({ header: "content-signature" })) : right2(signWith("sha256", Buffer.from(body2, "utf8"), key3).toString("base64"));
};
var basic = (shop2, secret2) => `Basic ${encodeBase64(`${shop2}:${value2(secret2)}`)}`;
var sign = (shop2, message2) => {
  const headers = {
    "webhook-id": message2.id,
    "webhook-timestamp": String(epochSeconds(message2.timestamp)),
    "florin-sequence": String(message2.sequence)
  };
  const unusable = [];
  const add9 = (name, value3) => {
    if (isRight2(value3)) headers[name] = value3.right;
    else unusable.push(value3.left);
  };
  if (shop2.notificationBasic !== void 0) headers.authorization = basic(shop2.id, shop2.notificationBasic);
  if (shop2.webhookSecret !== void 0) add9("webhook-signature", standardWebhooks(shop2.webhookSecret, message2));
  if (shop2.notificationPrivateKey !== void 0) {
    add9("content-signature", contentSignature(shop2.notificationPrivateKey, message2.body));
  }
  return { headers, unusable };
};
var epochSeconds = (instant3) => Math.floor(toEpochMillis2(instant3) / 1e3);

// ../webhook-dispatcher/src/Dispatcher.ts
var Dispatcher = class extends Tag2("@florin/webhook-dispatcher/Dispatcher")() {
};
var attempt = (trigger, result2, retryAfter = none2()) => ({ trigger, result: result2, retryAfter });
var attemptOf2 = (outcome) => {
  switch (outcome._tag) {
    case "Acknowledged":
      return attempt("Acknowledged", String(outcome.status));
    case "Gone":
      return attempt("Gone", "410");
    case "Rejected":
      return attempt("AttemptFailed", String(outcome.status), outcome.retryAfter);
    case "Unanswered":
      return attempt("AttemptFailed", outcome.reason);
  }
};
var outcomeOf = ({ attemptLimit: attemptLimit2, made, now: now3, random: random3, settings: settings2 }, current) => {
  const { id: id2, shop: shop2, status: status2 } = current;
  const attempts = current.attempts + 1;
  const found = decide(machine3, status2, made.trigger, { attempts, attemptLimit: attemptLimit2 });
  if (isLeft2(found)) return { writes: [], status: status2, retryAt: void 0 };
  const { effects, next } = found.right;
  const update4 = {
    _tag: "UpdateNotification",
    notification: { shop: shop2, id: id2, status: next, attempts, lastResult: made.result, updatedAt: now3 }
  };
  const wait = effects.includes("retry") ? waitAfter(settings2, attempts, made.retryAfter, random3) : none2();
  const retryAt = map2(wait, (duration) => addDuration2(now3, duration).epochMillis);
  return { writes: [update4], status: next, retryAt: getOrUndefined(retryAt) };
};
var recorded = (attempt3) => {
  const { job: job4, now: now3, sent } = attempt3;
  return {
    name: "delivery-result",
    load: { current: notification(sent.shop, sent.id), waiting: waiting(sent.shop, sent.subject) },
    decide: ({ current, waiting: waiting2 }) => {
      const outcome = current === void 0 ? void 0 : outcomeOf(attempt3, current);
      const writes2 = outcome?.writes ?? [];
      const isOther = waiting2 !== void 0 && waiting2.id !== sent.id;
      if (!isOther && outcome?.status !== "waiting") {
        return decided([{ _tag: "FinishJob", job: job4 }, ...writes2], void 0);
      }
      const runAt = isOther ? now3.epochMillis : outcome?.retryAt ?? now3.epochMillis;
      return decided([{ _tag: "PostponeJob", job: job4, runAt }, ...writes2], runAt, { wakeAt: runAt });
    }
  };
};
var make72 = gen2(function* () {
  const settings2 = yield* WebhookSettings;
  const entropy = yield* Entropy;
  const call = yield* calling;
  const write5 = commit(yield* OperationStore);
  const notifications2 = yield* NotificationStore;
  const shops3 = yield* ShopDirectory;
  const worker = yield* Worker;
  const sender = yield* Sender;
  const attemptLimit2 = attemptLimit(settings2);
  const random3 = () => entropy(4).reduce((sum, byte) => sum * 256 + byte, 0) / 2 ** 32;
  const waitingOf = (job4) => notifications2.waiting(job4.shop, job4.subject);
  const send = fnUntraced2(function* (notification2) {
    const shop2 = yield* shops3.find(notification2.shop);
    if (isNone2(shop2)) return attempt("AttemptFailed", "shop-unknown");
    const signed = sign(shop2.value, { ...notification2, timestamp: yield* dated(settings2) });
    yield* reportUnusable(shop2.value, signed.unusable);
    const { body: body2, url: url2 } = notification2;
    const post = sender.post({ url: url2, headers: signed.headers, body: body2, timeLimit: settings2.deliveryTimeLimit });
    return attemptOf2(yield* call("webhook.send")(post));
  });
  const record3 = (job4, sent, made, now3) => write5(recorded({ job: job4, sent, made, now: now3, settings: settings2, attemptLimit: attemptLimit2, random: random3() }));
  const nothingWaits = (job4) => write5({
    name: "delivery-result",
    load: {},
    decide: () => decided([{ _tag: "FinishJob", job: job4 }], void 0)
  });
  const deliver = fnUntraced2(function* (job4) {
    const waiting2 = yield* waitingOf(job4);
    if (isNone2(waiting2)) return yield* nothingWaits(job4);
    const made = yield* send(waiting2.value);
    const again2 = yield* record3(job4, waiting2.value, made, yield* now2);
    if (again2 !== void 0) yield* worker.wakeFor(unsafeMake8(again2));
  });
  return Dispatcher.of({
    handler: {
      kind,
      lane: "deliveries",
      perResource: settings2.connectionsPerReceiver,
      run: (job4) => traced("Dispatcher.deliver", deliver(job4))
    }
  });
});
var layer14 = effect(Dispatcher, make72);

// ../webhook-dispatcher/src/Verification.ts
var parse2 = (text3) => {
  try {
    return JSON.parse(text3);
  } catch {
    return void 0;
  }
};
var goesOn = (text3) => {
  if (text3.trim() === "") return true;
  const answer2 = parse2(text3);
  if (typeof answer2 !== "object" || answer2 === null || Array.isArray(answer2)) return false;
  return !("code" in answer2) || answer2.code === 0;
};
var decide3 = (outcome) => outcome._tag === "Acknowledged" && exists(outcome.answer, goesOn) ? "go-on" : "refused";
var make73 = gen2(function* () {
  const settings2 = yield* WebhookSettings;
  const { verificationTimeLimit: timeLimit } = settings2;
  const sender = yield* Sender;
  const documents = yield* TransactionDocuments;
  const call = yield* calling;
  const ask2 = fn("VerificationRequests.ask")(function* (shop2, transaction2, url2) {
    const body2 = documents.encode(transaction2);
    const message2 = { id: yield* notificationId, timestamp: yield* dated(settings2), sequence: transaction2.version };
    const signed = sign(shop2, { ...message2, body: body2 });
    yield* reportUnusable(shop2, signed.unusable);
    const post = sender.post({ url: url2, headers: signed.headers, body: body2, timeLimit, fresh: true });
    return decide3(yield* call("verification.ask")(post));
  });
  return VerificationRequests.of({ ask: ask2 });
});
var layer15 = effect(
  VerificationRequests,
  make73
);

// ../wire/src/Codes.ts
var DeclineCode = Literal2(
  "F.0104",
  "F.0105",
  "F.0108",
  "F.0109",
  "F.0111",
  "F.0112",
  "F.0113",
  "F.0114",
  "F.0115",
  "F.0116",
  "F.0117",
  "F.0118",
  "F.0119",
  "F.0120",
  "F.0124",
  "F.0999",
  "F.2006",
  "F.2011",
  "F.4001",
  "F.4002",
  "F.4005",
  "F.4007",
  "F.6001",
  "F.7001"
);
var Code = Literal2("S.0000", "P.4011", "P.4012", "P.9999", ...DeclineCode.literals);
var ofReason = (reason) => {
  switch (reason) {
    case "not-allowed":
      return "F.0104";
    case "do-not-honour":
      return "F.0105";
    case "duplicate-at-acquirer":
      return "F.0108";
    case "order-expired":
      return "F.0109";
    case "card-expired":
      return "F.0111";
    case "security-code":
      return "F.0112";
    case "currency":
      return "F.0113";
    case "funds":
      return "F.0114";
    case "fraud-acquirer":
      return "F.0115";
    case "fraud-issuer":
      return "F.0116";
    case "acquirer-temporary":
      return "F.0117";
    case "acquirer-permanent":
      return "F.0118";
    case "issuer-temporary":
      return "F.0119";
    case "issuer-permanent":
      return "F.0120";
    case "issuer-limit":
      return "F.0124";
    case "unspecified":
      return "F.0999";
    case "routing-rules":
      return "F.2006";
    case "no-acquirer":
      return "F.2011";
    case "authentication-failed":
      return "F.4001";
    case "not-enrolled":
      return "F.4002";
    case "authentication-technical":
      return "F.4005";
    case "authentication-unavailable":
      return "F.4007";
    case "avs-cvc":
      return "F.6001";
    case "verification-refused":
      return "F.7001";
  }
};
var ofTransaction = ({ reason, status: status2 }) => {
  switch (status2) {
    case "successful":
      return "S.0000";
    case "incomplete":
      return "P.4012";
    case "pending":
      return "P.9999";
    case "expired":
      return "F.0109";
    case "failed":
      return ofReason(reason ?? "unspecified");
  }
};

// ../wire/src/FriendlyMessages.ts
var english = {
  "S.0000": "The operation was completed successfully.",
  "P.4011": "Please confirm the payment on your bank's page.",
  "P.4012": "Please confirm the payment on your bank's page.",
  "P.9999": "The operation is being processed. Please wait for the result and do not try again.",
  "F.0104": "This operation is not allowed for your card. Please use another card or contact your bank.",
  "F.0105": "Your bank declined the payment. Please contact your bank or use another card.",
  "F.0108": "This payment was already made. Please check your statement before you try again.",
  "F.0109": "The time to pay is over. Please place the order again.",
  "F.0111": "Your card has expired. Please use another card.",
  "F.0112": "The security code is wrong or missing. Please check it and try again.",
  "F.0113": "Your card cannot be charged in this currency. Please use another card.",
  "F.0114": "There is not enough money on your card. Please use another card.",
  "F.0115": "The payment was declined for security reasons. Please use another card.",
  "F.0116": "Your bank declined the payment for security reasons. Please contact your bank.",
  "F.0117": "The payment could not be processed right now. Please try again later.",
  "F.0118": "The payment could not be processed. Please use another card.",
  "F.0119": "Your bank could not be reached. Please try again later.",
  "F.0120": "Your bank cannot process this payment. Please use another card.",
  "F.0124": "The limit of your card is exceeded. Please contact your bank or use another card.",
  "F.0999": "The payment was declined. Please contact your bank or use another card.",
  "F.2006": "This payment cannot be accepted. Please contact the shop.",
  "F.2011": "This payment cannot be accepted right now. Please contact the shop.",
  "F.4001": "Your identity was not confirmed. Please try again or use another card.",
  "F.4002": "Your card does not take part in online verification. Please use another card.",
  "F.4005": "Your identity could not be verified because of a technical error. Please try again later.",
  "F.4007": "Verification by your bank is not available right now. Please try again later.",
  "F.6001": "Your address or the security code did not match. Please check them and try again.",
  "F.7001": "The shop did not confirm the payment. Please contact the shop."
};
var russian = {
  "S.0000": "\u041E\u043F\u0435\u0440\u0430\u0446\u0438\u044F \u0443\u0441\u043F\u0435\u0448\u043D\u043E \u0432\u044B\u043F\u043E\u043B\u043D\u0435\u043D\u0430.",
  "P.4011": "\u041F\u043E\u0434\u0442\u0432\u0435\u0440\u0434\u0438\u0442\u0435 \u043F\u043B\u0430\u0442\u0451\u0436 \u043D\u0430 \u0441\u0442\u0440\u0430\u043D\u0438\u0446\u0435 \u0432\u0430\u0448\u0435\u0433\u043E \u0431\u0430\u043D\u043A\u0430.",
  "P.4012": "\u041F\u043E\u0434\u0442\u0432\u0435\u0440\u0434\u0438\u0442\u0435 \u043F\u043B\u0430\u0442\u0451\u0436 \u043D\u0430 \u0441\u0442\u0440\u0430\u043D\u0438\u0446\u0435 \u0432\u0430\u0448\u0435\u0433\u043E \u0431\u0430\u043D\u043A\u0430.",
  "P.9999": "\u041E\u043F\u0435\u0440\u0430\u0446\u0438\u044F \u043E\u0431\u0440\u0430\u0431\u0430\u0442\u044B\u0432\u0430\u0435\u0442\u0441\u044F. \u0414\u043E\u0436\u0434\u0438\u0442\u0435\u0441\u044C \u0440\u0435\u0437\u0443\u043B\u044C\u0442\u0430\u0442\u0430 \u0438 \u043D\u0435 \u043F\u043E\u0432\u0442\u043E\u0440\u044F\u0439\u0442\u0435 \u0435\u0451.",
  "F.0104": "\u041E\u043F\u0435\u0440\u0430\u0446\u0438\u044F \u0437\u0430\u043F\u0440\u0435\u0449\u0435\u043D\u0430 \u0434\u043B\u044F \u0432\u0430\u0448\u0435\u0439 \u043A\u0430\u0440\u0442\u044B. \u0418\u0441\u043F\u043E\u043B\u044C\u0437\u0443\u0439\u0442\u0435 \u0434\u0440\u0443\u0433\u0443\u044E \u043A\u0430\u0440\u0442\u0443 \u0438\u043B\u0438 \u043E\u0431\u0440\u0430\u0442\u0438\u0442\u0435\u0441\u044C \u0432 \u0431\u0430\u043D\u043A.",
  "F.0105": "\u0411\u0430\u043D\u043A \u043E\u0442\u043A\u043B\u043E\u043D\u0438\u043B \u043F\u043B\u0430\u0442\u0451\u0436. \u041E\u0431\u0440\u0430\u0442\u0438\u0442\u0435\u0441\u044C \u0432 \u0431\u0430\u043D\u043A \u0438\u043B\u0438 \u0438\u0441\u043F\u043E\u043B\u044C\u0437\u0443\u0439\u0442\u0435 \u0434\u0440\u0443\u0433\u0443\u044E \u043A\u0430\u0440\u0442\u0443.",
  "F.0108": "\u042D\u0442\u043E\u0442 \u043F\u043B\u0430\u0442\u0451\u0436 \u0443\u0436\u0435 \u0431\u044B\u043B \u043F\u0440\u043E\u0432\u0435\u0434\u0451\u043D. \u041F\u0440\u043E\u0432\u0435\u0440\u044C\u0442\u0435 \u0432\u044B\u043F\u0438\u0441\u043A\u0443, \u043F\u0440\u0435\u0436\u0434\u0435 \u0447\u0435\u043C \u043F\u043B\u0430\u0442\u0438\u0442\u044C \u0441\u043D\u043E\u0432\u0430.",
  "F.0109": "\u0412\u0440\u0435\u043C\u044F \u043D\u0430 \u043E\u043F\u043B\u0430\u0442\u0443 \u0438\u0441\u0442\u0435\u043A\u043B\u043E. \u041E\u0444\u043E\u0440\u043C\u0438\u0442\u0435 \u0437\u0430\u043A\u0430\u0437 \u0437\u0430\u043D\u043E\u0432\u043E.",
  "F.0111": "\u0421\u0440\u043E\u043A \u0434\u0435\u0439\u0441\u0442\u0432\u0438\u044F \u043A\u0430\u0440\u0442\u044B \u0438\u0441\u0442\u0451\u043A. \u0418\u0441\u043F\u043E\u043B\u044C\u0437\u0443\u0439\u0442\u0435 \u0434\u0440\u0443\u0433\u0443\u044E \u043A\u0430\u0440\u0442\u0443.",
  "F.0112": "\u041A\u043E\u0434 \u0431\u0435\u0437\u043E\u043F\u0430\u0441\u043D\u043E\u0441\u0442\u0438 \u043D\u0435\u0432\u0435\u0440\u0435\u043D \u0438\u043B\u0438 \u043D\u0435 \u0443\u043A\u0430\u0437\u0430\u043D. \u041F\u0440\u043E\u0432\u0435\u0440\u044C\u0442\u0435 \u0435\u0433\u043E \u0438 \u043F\u043E\u0432\u0442\u043E\u0440\u0438\u0442\u0435 \u043F\u043E\u043F\u044B\u0442\u043A\u0443.",
  "F.0113": "\u0421 \u0432\u0430\u0448\u0435\u0439 \u043A\u0430\u0440\u0442\u044B \u043D\u0435\u043B\u044C\u0437\u044F \u0441\u043F\u0438\u0441\u0430\u0442\u044C \u0434\u0435\u043D\u044C\u0433\u0438 \u0432 \u044D\u0442\u043E\u0439 \u0432\u0430\u043B\u044E\u0442\u0435. \u0418\u0441\u043F\u043E\u043B\u044C\u0437\u0443\u0439\u0442\u0435 \u0434\u0440\u0443\u0433\u0443\u044E \u043A\u0430\u0440\u0442\u0443.",
  "F.0114": "\u041D\u0430 \u043A\u0430\u0440\u0442\u0435 \u043D\u0435\u0434\u043E\u0441\u0442\u0430\u0442\u043E\u0447\u043D\u043E \u0441\u0440\u0435\u0434\u0441\u0442\u0432. \u0418\u0441\u043F\u043E\u043B\u044C\u0437\u0443\u0439\u0442\u0435 \u0434\u0440\u0443\u0433\u0443\u044E \u043A\u0430\u0440\u0442\u0443.",
  "F.0115": "\u041F\u043B\u0430\u0442\u0451\u0436 \u043E\u0442\u043A\u043B\u043E\u043D\u0451\u043D \u0438\u0437 \u0441\u043E\u043E\u0431\u0440\u0430\u0436\u0435\u043D\u0438\u0439 \u0431\u0435\u0437\u043E\u043F\u0430\u0441\u043D\u043E\u0441\u0442\u0438. \u0418\u0441\u043F\u043E\u043B\u044C\u0437\u0443\u0439\u0442\u0435 \u0434\u0440\u0443\u0433\u0443\u044E \u043A\u0430\u0440\u0442\u0443.",
  "F.0116": "\u0411\u0430\u043D\u043A \u043E\u0442\u043A\u043B\u043E\u043D\u0438\u043B \u043F\u043B\u0430\u0442\u0451\u0436 \u0438\u0437 \u0441\u043E\u043E\u0431\u0440\u0430\u0436\u0435\u043D\u0438\u0439 \u0431\u0435\u0437\u043E\u043F\u0430\u0441\u043D\u043E\u0441\u0442\u0438. \u041E\u0431\u0440\u0430\u0442\u0438\u0442\u0435\u0441\u044C \u0432 \u0431\u0430\u043D\u043A.",
  "F.0117": "\u0421\u0435\u0439\u0447\u0430\u0441 \u043F\u0440\u043E\u0432\u0435\u0441\u0442\u0438 \u043F\u043B\u0430\u0442\u0451\u0436 \u043D\u0435 \u0443\u0434\u0430\u043B\u043E\u0441\u044C. \u041F\u043E\u0432\u0442\u043E\u0440\u0438\u0442\u0435 \u043F\u043E\u043F\u044B\u0442\u043A\u0443 \u043F\u043E\u0437\u0436\u0435.",
  "F.0118": "\u041F\u0440\u043E\u0432\u0435\u0441\u0442\u0438 \u043F\u043B\u0430\u0442\u0451\u0436 \u043D\u0435 \u0443\u0434\u0430\u043B\u043E\u0441\u044C. \u0418\u0441\u043F\u043E\u043B\u044C\u0437\u0443\u0439\u0442\u0435 \u0434\u0440\u0443\u0433\u0443\u044E \u043A\u0430\u0440\u0442\u0443.",
  "F.0119": "\u0411\u0430\u043D\u043A \u043D\u0435 \u043E\u0442\u0432\u0435\u0447\u0430\u0435\u0442. \u041F\u043E\u0432\u0442\u043E\u0440\u0438\u0442\u0435 \u043F\u043E\u043F\u044B\u0442\u043A\u0443 \u043F\u043E\u0437\u0436\u0435.",
  "F.0120": "\u0411\u0430\u043D\u043A \u043D\u0435 \u043C\u043E\u0436\u0435\u0442 \u043F\u0440\u043E\u0432\u0435\u0441\u0442\u0438 \u044D\u0442\u043E\u0442 \u043F\u043B\u0430\u0442\u0451\u0436. \u0418\u0441\u043F\u043E\u043B\u044C\u0437\u0443\u0439\u0442\u0435 \u0434\u0440\u0443\u0433\u0443\u044E \u043A\u0430\u0440\u0442\u0443.",
  "F.0124": "\u041F\u0440\u0435\u0432\u044B\u0448\u0435\u043D \u043B\u0438\u043C\u0438\u0442 \u043A\u0430\u0440\u0442\u044B. \u041E\u0431\u0440\u0430\u0442\u0438\u0442\u0435\u0441\u044C \u0432 \u0431\u0430\u043D\u043A \u0438\u043B\u0438 \u0438\u0441\u043F\u043E\u043B\u044C\u0437\u0443\u0439\u0442\u0435 \u0434\u0440\u0443\u0433\u0443\u044E \u043A\u0430\u0440\u0442\u0443.",
  "F.0999": "\u041F\u043B\u0430\u0442\u0451\u0436 \u043E\u0442\u043A\u043B\u043E\u043D\u0451\u043D. \u041E\u0431\u0440\u0430\u0442\u0438\u0442\u0435\u0441\u044C \u0432 \u0431\u0430\u043D\u043A \u0438\u043B\u0438 \u0438\u0441\u043F\u043E\u043B\u044C\u0437\u0443\u0439\u0442\u0435 \u0434\u0440\u0443\u0433\u0443\u044E \u043A\u0430\u0440\u0442\u0443.",
  "F.2006": "\u042D\u0442\u043E\u0442 \u043F\u043B\u0430\u0442\u0451\u0436 \u043D\u0435 \u043C\u043E\u0436\u0435\u0442 \u0431\u044B\u0442\u044C \u043F\u0440\u0438\u043D\u044F\u0442. \u041E\u0431\u0440\u0430\u0442\u0438\u0442\u0435\u0441\u044C \u0432 \u043C\u0430\u0433\u0430\u0437\u0438\u043D.",
  "F.2011": "\u0421\u0435\u0439\u0447\u0430\u0441 \u044D\u0442\u043E\u0442 \u043F\u043B\u0430\u0442\u0451\u0436 \u043D\u0435 \u043C\u043E\u0436\u0435\u0442 \u0431\u044B\u0442\u044C \u043F\u0440\u0438\u043D\u044F\u0442. \u041E\u0431\u0440\u0430\u0442\u0438\u0442\u0435\u0441\u044C \u0432 \u043C\u0430\u0433\u0430\u0437\u0438\u043D.",
  "F.4001": "\u041B\u0438\u0447\u043D\u043E\u0441\u0442\u044C \u043D\u0435 \u043F\u043E\u0434\u0442\u0432\u0435\u0440\u0436\u0434\u0435\u043D\u0430. \u041F\u043E\u0432\u0442\u043E\u0440\u0438\u0442\u0435 \u043F\u043E\u043F\u044B\u0442\u043A\u0443 \u0438\u043B\u0438 \u0438\u0441\u043F\u043E\u043B\u044C\u0437\u0443\u0439\u0442\u0435 \u0434\u0440\u0443\u0433\u0443\u044E \u043A\u0430\u0440\u0442\u0443.",
  "F.4002": "\u041A\u0430\u0440\u0442\u0430 \u043D\u0435 \u043F\u043E\u0434\u0434\u0435\u0440\u0436\u0438\u0432\u0430\u0435\u0442 \u043F\u0440\u043E\u0432\u0435\u0440\u043A\u0443 \u043F\u0440\u0438 \u043E\u043F\u043B\u0430\u0442\u0435 \u0432 \u0438\u043D\u0442\u0435\u0440\u043D\u0435\u0442\u0435. \u0418\u0441\u043F\u043E\u043B\u044C\u0437\u0443\u0439\u0442\u0435 \u0434\u0440\u0443\u0433\u0443\u044E \u043A\u0430\u0440\u0442\u0443.",
  "F.4005": "\u041F\u0440\u043E\u0432\u0435\u0440\u0438\u0442\u044C \u043B\u0438\u0447\u043D\u043E\u0441\u0442\u044C \u043D\u0435 \u0443\u0434\u0430\u043B\u043E\u0441\u044C \u0438\u0437-\u0437\u0430 \u0442\u0435\u0445\u043D\u0438\u0447\u0435\u0441\u043A\u043E\u0439 \u043E\u0448\u0438\u0431\u043A\u0438. \u041F\u043E\u0432\u0442\u043E\u0440\u0438\u0442\u0435 \u043F\u043E\u043F\u044B\u0442\u043A\u0443 \u043F\u043E\u0437\u0436\u0435.",
  "F.4007": "\u041F\u0440\u043E\u0432\u0435\u0440\u043A\u0430 \u043D\u0430 \u0441\u0442\u043E\u0440\u043E\u043D\u0435 \u0431\u0430\u043D\u043A\u0430 \u0441\u0435\u0439\u0447\u0430\u0441 \u043D\u0435\u0434\u043E\u0441\u0442\u0443\u043F\u043D\u0430. \u041F\u043E\u0432\u0442\u043E\u0440\u0438\u0442\u0435 \u043F\u043E\u043F\u044B\u0442\u043A\u0443 \u043F\u043E\u0437\u0436\u0435.",
  "F.6001": "\u0410\u0434\u0440\u0435\u0441 \u0438\u043B\u0438 \u043A\u043E\u0434 \u0431\u0435\u0437\u043E\u043F\u0430\u0441\u043D\u043E\u0441\u0442\u0438 \u043D\u0435 \u0441\u043E\u0432\u043F\u0430\u043B\u0438. \u041F\u0440\u043E\u0432\u0435\u0440\u044C\u0442\u0435 \u0438\u0445 \u0438 \u043F\u043E\u0432\u0442\u043E\u0440\u0438\u0442\u0435 \u043F\u043E\u043F\u044B\u0442\u043A\u0443.",
  "F.7001": "\u041C\u0430\u0433\u0430\u0437\u0438\u043D \u043D\u0435 \u043F\u043E\u0434\u0442\u0432\u0435\u0440\u0434\u0438\u043B \u043F\u043B\u0430\u0442\u0451\u0436. \u041E\u0431\u0440\u0430\u0442\u0438\u0442\u0435\u0441\u044C \u0432 \u043C\u0430\u0433\u0430\u0437\u0438\u043D."
};
var of4 = (code, language) => /^ru(?:-|$)/i.test(language) ? russian[code] : english[code];

// ../wire/src/internal/interfaceNames.ts
var known = /* @__PURE__ */ new Map();
var interfaceName = (name) => {
  const cached3 = known.get(name);
  if (cached3 !== void 0) return cached3;
  const spelled = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  known.set(name, spelled);
  return spelled;
};
var withInterfaceNames = (value3) => {
  if (typeof value3 !== "object" || value3 === null) return value3;
  if (Array.isArray(value3)) return value3.map(withInterfaceNames);
  const spelled = {};
  for (const name in value3) {
    const member = value3[name];
    if (member !== void 0) spelled[interfaceName(name)] = withInterfaceNames(member);
  }
  return spelled;
};

// ../wire/src/internal/sections.ts
var timestamp = (instant3) => instant3 === null ? null : formatIso2(instant3);
var names = {
  authorization: "Authorization",
  payment: "Payment",
  tokenization: "Tokenization",
  capture: "Capture",
  void: "Void",
  refund: "Refund",
  credit: "Credit",
  payout: "Payout"
};
var message = ({ status: status2, type }) => {
  switch (status2) {
    case "successful":
      return "Successfully processed";
    case "failed":
      return `${names[type]} was declined`;
    case "expired":
      return `${names[type]} has expired`;
    case "incomplete":
    case "pending":
      return null;
  }
};
var ownWords = ({ status: status2, type }) => {
  switch (status2) {
    case "successful":
      return `${names[type]} was approved`;
    case "failed":
      return `${names[type]} was declined`;
    case "incomplete":
    case "pending":
    case "expired":
      return null;
  }
};
var additionalData = ({ details, wallet }) => {
  const sent = details.additionalData ?? {};
  if (wallet === void 0) return withInterfaceNames(sent);
  return withInterfaceNames({ ...sent, wallet: { ..."wallet" in sent ? sent.wallet : {}, result: wallet } });
};
var acquirerMessage = (transaction2) => transaction2.status === "incomplete" ? null : transaction2.report?.message ?? ownWords(transaction2);
var chargeResult = (transaction2) => {
  const { amount, currency, gatewayId, report: report2, status: status2 } = transaction2;
  const open4 = status2 === "incomplete";
  const said = open4 ? null : report2;
  return {
    auth_code: said?.authCode ?? null,
    bank_code: said?.bankCode ?? null,
    rrn: said?.rrn ?? null,
    ref_id: said?.refId ?? null,
    message: acquirerMessage(transaction2),
    amount: open4 ? null : amount,
    currency: open4 ? null : currency,
    billing_descriptor: said?.billingDescriptor ?? null,
    gateway_id: open4 ? null : gatewayId,
    status: status2
  };
};
var followUpResult = (transaction2) => ({
  message: acquirerMessage(transaction2),
  ref_id: transaction2.report?.refId ?? null,
  rrn: transaction2.report?.rrn ?? null,
  auth_code: transaction2.report?.authCode ?? null,
  bank_code: transaction2.report?.bankCode ?? null,
  gateway_id: transaction2.gatewayId,
  status: transaction2.status
});
var tokenizationResult = (transaction2) => ({
  status: transaction2.status,
  message: acquirerMessage(transaction2),
  gateway_id: transaction2.status === "incomplete" ? null : transaction2.gatewayId
});
var avsCvcResult = ({ report: report2 }) => report2 === null || report2.avsResult === null && report2.cvcResult === null ? void 0 : {
  avs_verification: { result_code: report2.avsResult },
  cvc_verification: { result_code: report2.cvcResult }
};
var creditCard = (card2) => ({
  holder: card2.holder,
  stamp: card2.stamp,
  brand: card2.facts.brand ?? "unknown",
  product: card2.product,
  last_4: card2.facts.last4,
  first_1: card2.facts.first1,
  bin: card2.facts.bin,
  bin_8: card2.facts.bin8,
  issuer_country: card2.issuerCountry,
  issuer_name: card2.issuerName,
  exp_month: card2.expMonth,
  exp_year: card2.expYear,
  token_provider: card2.tokenProvider,
  token: card2.token
});
var customer2 = (sent = {}) => ({
  ip: sent.ip ?? null,
  email: sent.email ?? null,
  device_id: sent.deviceId ?? null,
  birth_date: sent.birthDate ?? null,
  taxpayer_id: sent.taxpayerId,
  external_id: sent.externalId
});
var billingAddress = (sent = {}) => ({
  first_name: sent.firstName ?? null,
  last_name: sent.lastName ?? null,
  address: sent.address ?? null,
  country: sent.country ?? null,
  city: sent.city ?? null,
  zip: sent.zip ?? null,
  state: sent.state ?? null,
  phone: sent.phone ?? null
});

// ../wire/src/Documents.ts
var address = ({ baseUrl }, page, { uid }) => `${baseUrl.endsWith("/") ? baseUrl.slice(0, -1) : baseUrl}/${page}/${uid}`;
var friendlyMessage = (transaction2) => of4(ofTransaction(transaction2), transaction2.language);
var echo = ({ details }) => ({
  duplicate_check: details.duplicateCheck,
  dynamic_billing_descriptor: details.dynamicBillingDescriptor,
  notification_url: details.notificationUrl,
  verification_url: details.verificationUrl,
  return_url: details.returnUrl,
  skip_three_d_secure_verification: details.skipThreeDSecureVerification,
  force_three_d_secure_verification: details.forceThreeDSecureVerification,
  three_d_secure: withInterfaceNames(details.threeDSecure),
  travel: withInterfaceNames(details.travel)
});
var people = ({ card: card2, details, recipient, recipientBillingAddress, type }) => {
  const shown = card2 === void 0 ? null : creditCard(card2);
  return type === "payout" ? {
    recipient_credit_card: shown,
    recipient: customer2(recipient),
    recipient_billing_address: billingAddress(recipientBillingAddress)
  } : {
    credit_card: shown,
    customer: customer2(details.customer),
    billing_address: billingAddress(details.billingAddress)
  };
};
var charge2 = (transaction2, result2, options2) => ({
  uid: transaction2.uid,
  id: transaction2.uid,
  status: transaction2.status,
  type: transaction2.type,
  payment_method_type: "credit_card",
  amount: transaction2.amount,
  currency: transaction2.currency,
  description: transaction2.description ?? null,
  tracking_id: transaction2.trackingId ?? null,
  language: transaction2.language,
  test: transaction2.test,
  message: message(transaction2),
  code: ofTransaction(transaction2),
  friendly_message: friendlyMessage(transaction2),
  status_code: null,
  mute_notifications: null,
  created_at: timestamp(transaction2.createdAt),
  updated_at: timestamp(transaction2.updatedAt),
  paid_at: timestamp(transaction2.paidAt),
  expired_at: timestamp(transaction2.expiredAt),
  closed_at: timestamp(transaction2.closedAt),
  settled_at: timestamp(transaction2.settledAt),
  manually_corrected_at: timestamp(transaction2.manuallyCorrectedAt),
  recurring_type: transaction2.recurringType,
  redirect_url: address(options2, "process", transaction2),
  receipt_url: address(options2, "receipts", transaction2),
  gateway: { iframe: false },
  additional_data: additionalData(transaction2),
  smart_routing_verification: { status: transaction2.routing },
  avs_cvc_verification: avsCvcResult(transaction2),
  [transaction2.type]: result2,
  ...echo(transaction2),
  ...people(transaction2)
});
var child2 = (transaction2, options2) => ({
  uid: transaction2.uid,
  id: transaction2.uid,
  parent_uid: transaction2.parentUid ?? null,
  type: transaction2.type,
  status: transaction2.status,
  amount: transaction2.amount,
  currency: transaction2.currency,
  tracking_id: transaction2.trackingId ?? null,
  test: transaction2.test,
  message: message(transaction2),
  code: ofTransaction(transaction2),
  friendly_message: friendlyMessage(transaction2),
  status_code: null,
  created_at: timestamp(transaction2.createdAt),
  updated_at: timestamp(transaction2.updatedAt),
  paid_at: timestamp(transaction2.paidAt),
  closed_at: timestamp(transaction2.closedAt),
  settled_at: timestamp(transaction2.settledAt),
  receipt_url: address(options2, "receipts", transaction2),
  reason: transaction2.refundReason,
  duplicate_check: transaction2.details.duplicateCheck,
  [transaction2.type]: followUpResult(transaction2)
});
var members2 = (transaction2, options2) => {
  switch (transaction2.type) {
    case "authorization":
    case "payment":
    case "credit":
    case "payout":
      return charge2(transaction2, chargeResult(transaction2), options2);
    case "tokenization":
      return charge2(transaction2, tokenizationResult(transaction2), options2);
    case "capture":
    case "void":
    case "refund":
      return child2(transaction2, options2);
  }
};
var toDocument = (transaction2, options2) => ({
  transaction: members2(transaction2, options2)
});
var encode3 = (transaction2, options2) => JSON.stringify(toDocument(transaction2, options2));

// ../wire/src/Wire.ts
var layer16 = (options2) => succeed7(
  TransactionDocuments,
  TransactionDocuments.of({ encode: (transaction2) => encode3(transaction2, options2) })
);

// ../gateway/src/Handlers.ts
var make74 = gen2(function* () {
  const recovery = yield* Recovery;
  const holds = yield* Holds;
  const dispatcher = yield* Dispatcher;
  return JobHandlers.of([recovery.handler, ...holds.handlers, dispatcher.handler, yield* make61]);
});
var layer17 = effect(JobHandlers, make74);

// ../gateway/src/Gateway.ts
var operations = mergeAll5(layer7, layer10, layer8).pipe(
  provideMerge2(layer5),
  provideMerge2(layerKinds),
  provideMerge2(mergeAll5(layer6, layer4)),
  provideMerge2(layer9),
  provideMerge2(mergeAll5(layer3, layer))
);
var delivery2 = (options2) => merge7(layer14, layer15).pipe(
  provide2(layer13),
  provide2(layer12(options2.webhooks ?? {}))
);
var wired = (options2, scheduler) => effectDiscard(start).pipe(
  provideMerge2(scheduler),
  provideMerge2(layer17),
  provideMerge2(operations),
  provideMerge2(delivery2(options2)),
  provideMerge2(layer2),
  provideMerge2(layer16(options2))
);
var layer18 = (options2) => wired(options2, layerLive);

// ../storage-sql/src/Database.ts
var Database = class extends Tag2("@florin/storage-sql/Database")() {
};
var rememberedStatements = 1e3;
var make75 = (driver) => {
  const rewritten = /* @__PURE__ */ new Map();
  const rewrite = (statement) => {
    const known4 = rewritten.get(statement);
    if (known4 !== void 0) return known4;
    const text3 = driver.dialect.placeholders(statement);
    if (rewritten.size < rememberedStatements) rewritten.set(statement, text3);
    return text3;
  };
  return Database.of({ ...driver, rewrite });
};

// ../storage-sql/src/internal/rows.ts
var number4 = (row, column) => Number(row[column]);
var text2 = (row, column) => String(row[column]);
var instant2 = (row, column) => unsafeMake8(number4(row, column));
var corrupt = (operation2) => () => new StorageError({ operation: operation2, reason: "corrupt" });
var documentOf = (schema) => {
  const json = parseJson(schema);
  const encode4 = encodeEither(json);
  const decode7 = decodeUnknownEither2(json);
  return {
    encode: (operation2, value3) => mapLeft(encode4(value3), corrupt(operation2)),
    decode: (operation2, value3) => mapLeft(decode7(value3), corrupt(operation2))
  };
};
var columnsOf = (schema, columns2) => {
  const decode7 = decodeUnknownEither2(schema);
  return (operation2, row) => mapLeft(decode7(columns2(row)), corrupt(operation2));
};
var all5 = (operation2, read5) => (rows) => all(rows.map((row) => read5(operation2, row)));
var first4 = (operation2, read5) => (rows) => rows[0] === void 0 ? succeedNone2 : asSome2(read5(operation2, rows[0]));

// ../storage-sql/src/internal/busy.ts
var longestPause = 16;
var realTime = make26();
var whileBusy = (patience, restore) => (effect2) => catchAll3(
  effect2,
  (error) => error.reason === "busy" && greaterThan2(patience, zero) ? again(effect2, patience, restore) : fail7(error)
);
var again = (effect2, patience, restore) => gen2(function* () {
  const entropy = yield* Entropy;
  const now3 = realTime.currentTimeMillis;
  const until = (yield* now3) + toMillis(patience);
  while (true) {
    yield* restore(realTime.sleep(millis(1 + entropy(1)[0] % longestPause)));
    const answer2 = yield* either3(effect2);
    const busy = answer2._tag === "Left" && answer2.left.reason === "busy";
    if (!busy || (yield* now3) >= until) return yield* answer2;
  }
});

// ../storage-sql/src/internal/failure.ts
var StepFailed = class {
  constructor(operation2, error) {
    this.operation = operation2;
    this.error = error;
  }
  operation;
  error;
};
var failureOf = (dialect, operation2, cause2) => {
  const error = squash(cause2);
  if (error instanceof StepFailed) return failureOf(dialect, error.operation, fail4(error.error));
  return new StorageError({ operation: operation2, ...dialect.classify(error) });
};
var typed = (dialect, operation2) => (effect2) => catchAllCause2(
  effect2,
  (cause2) => isInterruptedOnly2(cause2) ? interrupt3 : fail7(failureOf(dialect, operation2, cause2))
);

// ../storage-sql/src/internal/unit.ts
var units = /* @__PURE__ */ new WeakMap();
var of5 = (writing2) => units.get(writing2);
var make76 = (database2, connection) => {
  const { lock } = database2.dialect;
  const { execute, now: now3, tell: tell2 } = connection;
  const refusal4 = (operation2) => unit.ended ? new StorageError({ operation: operation2, reason: "unexpected", detail: "unit-ended" }) : unit.failure;
  const fail9 = (operation2, cause2) => {
    unit.failure = failureOf(database2.dialect, operation2, cause2);
    return unit.failure;
  };
  const later = (operation2, text3, parameters) => catchAllCause2(execute(text3, parameters, operation2), (cause2) => fail9(operation2, cause2));
  const atOnce2 = (now4) => (operation2, text3, parameters) => {
    try {
      return succeed6(now4(text3, parameters));
    } catch (error) {
      return fail9(operation2, fail4(error));
    }
  };
  const ask2 = now3 === void 0 ? later : atOnce2(now3);
  const query = (operation2, statement, parameters) => suspend4(() => refusal4(operation2) ?? ask2(operation2, database2.rewrite(statement), parameters));
  const withTheNext = (tell3) => (operation2, statement, parameters) => suspend4(() => refusal4(operation2) ?? tell3(database2.rewrite(statement), parameters, operation2));
  const writing2 = UnitOfWorkContext.of({
    execute: (statement, parameters) => query("host.execute", statement, parameters),
    lock: (name) => lock === void 0 ? _void : asVoid2(query("unit.lock", lock, [name])),
    afterCommit: (hint) => sync3(() => void unit.hints.push(hint))
  });
  const unit = {
    database: database2,
    writing: writing2,
    query,
    tell: tell2 === void 0 ? query : withTheNext(tell2),
    hints: [],
    failure: void 0,
    ended: false
  };
  units.set(writing2, unit);
  return unit;
};
var currentIn = (database2, context3) => {
  const writing2 = getOption2(context3, UnitOfWorkContext);
  const unit = isSome2(writing2) ? of5(writing2.value) : void 0;
  return unit !== void 0 && unit.database === database2 && !unit.ended ? unit : void 0;
};
var withCurrent = (database2, use) => contextWithEffect2((context3) => use(currentIn(database2, context3)));
var within2 = (database2, connection, effect2) => suspend4(() => {
  const unit = make76(database2, connection);
  const ran = exit3(provideService2(effect2, UnitOfWorkContext, unit.writing));
  return flatMap11(ran, (exit4) => settle(unit, exit4));
});
var settle = (unit, exit4) => {
  unit.ended = true;
  return isSuccess(exit4) && unit.failure !== void 0 ? fail3(unit.failure) : exit4;
};
var innerFailed = new StorageError({ operation: "unit.run", reason: "unexpected", detail: "inner-unit-failed" });
var join3 = (unit, work) => tapErrorCause2(
  work,
  () => sync3(() => {
    unit.failure ??= innerFailed;
  })
);
var give = (hint) => catchAllCause2(hint, (cause2) => logWarning2("A hint after a commit failed", cause2));
var over = (database2, transact) => {
  const start3 = (work) => uninterruptibleMask3((restore) => {
    let hints = [];
    const perform2 = (connection) => {
      const unit = make76(database2, connection);
      hints = unit.hints;
      return map12(
        exit3(provideService2(work, UnitOfWorkContext, unit.writing)),
        (exit4) => settle(unit, exit4)
      );
    };
    return flatMap11(
      transact(perform2, restore),
      (exit4) => isSuccess(exit4) && hints.length > 0 ? zipRight2(forEach8(hints, give, { discard: true }), exit4) : exit4
    );
  });
  return UnitOfWork.of({
    run: (work) => withCurrent(
      database2,
      (unit) => unit === void 0 ? start3(work) : join3(unit, provideService2(work, UnitOfWorkContext, unit.writing))
    )
  });
};

// ../storage-sql/src/internal/statement.ts
var limit = "LIMIT (? + 0)";
var write3 = (operation2, statement) => (...parameters) => flatMap11(UnitOfWorkContext, (writing2) => {
  const unit = of5(writing2);
  if (unit !== void 0) return unit.query(operation2, statement, parameters);
  return mapError2(
    writing2.execute(statement, parameters),
    (error) => new StorageError({ ...error, operation: operation2 })
  );
});
var tell = (operation2, statement) => {
  const atOnce2 = write3(operation2, statement);
  return (...parameters) => flatMap11(UnitOfWorkContext, (writing2) => {
    const unit = of5(writing2);
    return asVoid2(unit === void 0 ? atOnce2(...parameters) : unit.tell(operation2, statement, parameters));
  });
};
var everywhere = (effect2) => effect2;
var read4 = (database2) => (operation2, statement) => (...parameters) => withCurrent(
  database2,
  (unit) => unit === void 0 ? database2.read(database2.rewrite(statement), parameters).pipe(typed(database2.dialect, operation2), whileBusy(database2.patience, everywhere)) : unit.query(operation2, statement, parameters)
);

// ../storage-sql/src/ShopRecords.ts
var ShopRecords = class extends Tag2("@florin/storage-sql/ShopRecords")() {
};
var insert3 = write3("shops.insert", "INSERT INTO shops (id, secret_hash, document, created_at) VALUES (?, ?, ?, ?)");
var make77 = map12(Database, (database2) => {
  const query = read4(database2);
  const find3 = query("shops.find", "SELECT secret_hash, document FROM shops WHERE id = ?");
  const count = query("shops.count", "SELECT COUNT(*) AS shops FROM shops");
  return ShopRecords.of({
    insert: ({ createdAt, document: document3, id: id2, secretHash }) => asVoid2(insert3(id2, secretHash, document3, toEpochMillis2(createdAt))),
    find: (id2) => map12(
      find3(id2),
      (rows) => map2(fromNullable(rows[0]), (row) => ({
        secretHash: text2(row, "secret_hash"),
        document: text2(row, "document")
      }))
    ),
    count: suspend4(() => map12(count(), (rows) => number4(rows[0], "shops")))
  });
});
var layer19 = effect(ShopRecords, make77);

// ../vault/src/KeyRing.ts
import { timingSafeEqual } from "node:crypto";

// ../vault/src/KeyRingError.ts
var Reason2 = Literal2(
  "not-an-object",
  "unexpected-member",
  "missing-member",
  "wrong-type",
  "key-name",
  "key-encoding",
  "key-length",
  "current-not-in-ring",
  "same-key-twice",
  "key-changed",
  "not-found",
  "not-a-file",
  "too-large",
  "unreadable",
  "readable-by-others",
  "exists",
  "busy",
  "unwritable"
);
var Member = Literal2("current", "keys", "stamp");
var KeyRingError = class extends TaggedError2("@florin/vault/KeyRingError")("KeyRingError", {
  reason: Reason2,
  member: optional(Member)
}) {
  get message() {
    return `Key ring: ${this.reason}${this.member === void 0 ? "" : ` (${this.member})`}`;
  }
};

// ../vault/src/KeyRing.ts
var keyLength = 32;
var Name = String$.pipe(pattern(/^[A-Za-z][A-Za-z0-9_-]{0,63}$/));
var isCanonical = (text3) => Buffer.from(text3, "base64").toString("base64") === text3;
var Base64Key = String$.pipe(
  filter8(isCanonical, { message: () => "key-encoding" }),
  filter8((text3) => Buffer.byteLength(text3, "base64") === keyLength, { message: () => "key-length" })
);
var Text = parseJson(
  Struct({ current: String$, keys: Record({ key: Name, value: Base64Key }), stamp: Base64Key })
);
var decode5 = decodeEither(Text, { onExcessProperty: "error" });
var isName = is(Name);
var isReason2 = is(Reason2);
var isMember = is(Member);
var reasonOf3 = ({ _tag, message: message2, path }) => {
  if (isReason2(message2)) return message2;
  if (_tag === "Unexpected") return path.length === 1 ? "unexpected-member" : "key-name";
  if (_tag === "Missing") return "missing-member";
  return path.length === 0 ? "not-an-object" : "wrong-type";
};
var refused2 = (reason, member) => new KeyRingError(member === void 0 ? { reason } : { reason, member });
var toError = (error) => {
  const issue = ArrayFormatter.formatErrorSync(error)[0];
  const member = issue.path[0];
  return refused2(reasonOf3(issue), isMember(member) ? member : void 0);
};
var isSame = (one2, other) => timingSafeEqual(value2(one2), value2(other));
var make78 = (parts2) => {
  const keys5 = [...parts2.keys.values()];
  const isWhole2 = (key3) => value2(key3).length === keyLength;
  if (![...parts2.keys.keys()].every((name) => isName(name))) return left2(refused2("key-name", "keys"));
  if (!keys5.every(isWhole2)) return left2(refused2("key-length", "keys"));
  if (!isWhole2(parts2.stamp)) return left2(refused2("key-length", "stamp"));
  if (!parts2.keys.has(parts2.current)) return left2(refused2("current-not-in-ring", "current"));
  if (keys5.some((key3) => isSame(key3, parts2.stamp))) return left2(refused2("same-key-twice", "stamp"));
  const twice = keys5.some((key3, index) => keys5.slice(index + 1).some((other) => isSame(key3, other)));
  return twice ? left2(refused2("same-key-twice", "keys")) : right2(parts2);
};
var toKey = (text3) => make39(Uint8Array.from(Buffer.from(text3, "base64")));
var fromText = (text3) => decode5(value2(text3)).pipe(
  mapLeft(toError),
  flatMap(
    ({ current, keys: keys5, stamp }) => make78({
      current,
      keys: new Map(Object.entries(keys5).map(([name, key3]) => [name, toKey(key3)])),
      stamp: toKey(stamp)
    })
  )
);

// ../vault/src/KeyProvider.ts
var KeyProvider = class extends Tag2("@florin/vault/KeyProvider")() {
};
var layerText = (text3) => effect(
  KeyProvider,
  map12(fromText(text3), (ring2) => KeyProvider.of({ ring: succeed6(ring2), reload: _void }))
);

// ../vault/src/SecretHash.ts
import { createHash, timingSafeEqual as timingSafeEqual2 } from "node:crypto";
var SecretHash = String$.pipe(
  pattern(/^sha256\$[0-9a-f]{32}\$[0-9a-f]{64}$/, { message: () => "not a secret's hash" }),
  brand("SecretHash")
);
var saltLength = 16;
var digest = (salt, secret2) => createHash("sha256").update(salt).update(value2(secret2), "utf8").digest();
var hash2 = (secret2) => map12(Entropy, (entropy) => {
  const salt = entropy(saltLength);
  return `sha256$${encodeHex(salt)}$${digest(salt, secret2).toString("hex")}`;
});
var dummy = `sha256$${"0".repeat(2 * saltLength)}$${"0".repeat(64)}`;
var verify = (secret2, stored2) => {
  const [, salt, expected] = getOrElse3(stored2, () => dummy).split("$");
  const isEqual2 = timingSafeEqual2(digest(Buffer.from(salt, "hex"), secret2), Buffer.from(expected, "hex"));
  return isEqual2 && isSome2(stored2);
};

// ../vault/src/ShopSecrets.ts
import { createHmac as createHmac2 } from "node:crypto";
var webhookSecret = (shop2) => gen2(function* () {
  const { stamp } = yield* flatMap11(KeyProvider, (provider) => provider.ring);
  const bytes = createHmac2("sha256", value2(stamp)).update(`webhook-secret:${shop2}`).digest("base64");
  return make39(`whsec_${bytes}`);
});

// ../gateway/src/ShopSettings.ts
import { createPrivateKey as createPrivateKey2 } from "node:crypto";

// ../wire/src/internal/sentences.ts
var isInvalid = "is invalid";
var isMissing = "can't be blank";
function* faultsOf(issue, path = []) {
  switch (issue._tag) {
    case "Pointer":
      return yield* faultsOf(issue.issue, path.concat(issue.path));
    case "Composite":
      if (isUnion(issue.ast)) return yield { path, sentence: sentenceOf(issue, void 0) };
      for (const inner of [issue.issues].flat()) yield* faultsOf(inner, path);
      return;
    case "Refinement":
    case "Transformation":
      return yield* faultsOf(issue.issue, path);
    case "Type":
      return yield { path, sentence: sentenceOf(issue, issue.message) };
    case "Missing":
      return yield { path, sentence: isMissing };
    case "Unexpected":
    case "Forbidden":
      return yield { path, sentence: isInvalid };
  }
}
var sentenceOf = (issue, message2) => {
  const sentence = message2 ?? annotated(issue) ?? isInvalid;
  const sent = typeof issue.actual === "string" || typeof issue.actual === "number" ? String(issue.actual) : "";
  return sent.length > 2 && sentence.includes(sent) ? isInvalid : sentence;
};
var annotated = (issue) => {
  const message2 = getOrUndefined(getMessageAnnotation(issue.ast))?.(issue);
  return typeof message2 === "string" ? message2 : void 0;
};

// ../wire/src/internal/findings.ts
var listed = 100;
var Findings = class {
  errors = [];
  /** Where in the body the reading is. */
  path = [];
  said;
  /** There is enough to list: whoever reads stops. */
  get isFull() {
    return this.errors.length >= listed;
  }
  add(sentence, below = []) {
    const path = [...this.path, ...below].map(String);
    const key3 = JSON.stringify([path, sentence]);
    this.said ??= /* @__PURE__ */ new Set();
    if (this.isFull || this.said.has(key3)) return;
    this.said.add(key3);
    this.errors.push({ path, sentence });
  }
  addIssue(issue) {
    for (const { path, sentence } of faultsOf(issue)) {
      if (this.isFull) return;
      this.add(sentence, path);
    }
  }
};

// ../wire/src/FieldErrors.ts
var decoder2 = (schema) => {
  const decode7 = decodeUnknownEither(schema, { errors: "all" });
  return (document3) => mapLeft(decode7(document3), (issue) => {
    const findings = new Findings();
    findings.addIssue(issue);
    return findings.errors;
  });
};

// ../gateway/src/ShopSettings.ts
var isPrivateKey = (pem) => {
  try {
    return createPrivateKey2(pem).asymmetricKeyType === "rsa";
  } catch {
    return false;
  }
};
var secretText = (sentence, accepts) => Redacted(String$.pipe(filter8((text3) => accepts(text3) || sentence)));
var settings = {
  name: optional2(text(255)),
  threeDSecure: optional2(Boolean$),
  allowSkipThreeDSecure: optional2(Boolean$),
  allowForceThreeDSecure: optional2(Boolean$),
  strictContracts: optional2(Boolean$),
  timeZone: optional2(
    String$.pipe(
      filter8((zone) => isSome2(zoneMakeNamed2(zone)) || "must be an IANA time zone")
    )
  ),
  /** Unit: days. */
  holdDays: optional2(
    Int.pipe(filter8((days2) => days2 >= 1 && days2 <= 365 || "must be between 1 and 365"))
  ),
  notificationUrl: optional2(url),
  notificationBasic: optional2(Boolean$),
  webhookSecret: optional2(
    secretText("must be whsec_ and base64 of 24 to 64 bytes", (text3) => /^whsec_[A-Za-z0-9+/]{32,86}={0,2}$/.test(text3))
  ),
  notificationPrivateKey: optional2(secretText("must be an RSA private key in PEM", isPrivateKey))
};
var ShopSettings = object({
  id: ShopId.annotations({ message: () => "must be 1 to 64 letters, digits, _ or -" }),
  secretKey: secretText("must be at least 16 characters", (text3) => text3.length >= 16),
  ...settings
});
var ShopFile = Array$(ShopSettings);
var decode6 = decoder2(ShopFile);
var toShop = ({ secretKey, ...given2 }) => Shop.make({
  id: given2.id,
  name: given2.name ?? given2.id,
  threeDSecure: given2.threeDSecure ?? false,
  allowSkipThreeDSecure: given2.allowSkipThreeDSecure ?? false,
  allowForceThreeDSecure: given2.allowForceThreeDSecure ?? false,
  strictContracts: given2.strictContracts ?? false,
  holdPeriod: given2.holdDays === void 0 ? defaultHoldPeriod : days(given2.holdDays),
  timeZone: given2.timeZone,
  notificationUrl: given2.notificationUrl,
  notificationBasic: given2.notificationBasic === true ? secretKey : void 0,
  webhookSecret: given2.webhookSecret,
  notificationPrivateKey: given2.notificationPrivateKey
});

// ../gateway/src/Shops.ts
var directory = (lookUp) => {
  const find3 = (id2) => is(ShopId)(id2) ? lookUp(id2) : succeed6(none2());
  return ShopDirectory.of({
    find: (id2) => map12(
      find3(id2),
      map2(({ shop: shop2 }) => shop2)
    ),
    authenticate: (id2, secret2) => flatMap11(find3(id2), (entry2) => {
      const isRight3 = verify(
        secret2,
        map2(entry2, ({ secretHash }) => secretHash)
      );
      return isRight3 && isSome2(entry2) ? succeed6(entry2.value.shop) : new Unauthorized();
    })
  });
};
var layerListed = (shops3) => effect(
  ShopDirectory,
  gen2(function* () {
    const entries2 = /* @__PURE__ */ new Map();
    for (const settings2 of shops3) {
      entries2.set(settings2.id, { shop: toShop(settings2), secretHash: yield* hash2(settings2.secretKey) });
    }
    return directory((id2) => succeed6(fromNullable(entries2.get(id2))));
  })
);
var Document = parseJson(Struct({ name: String$ }));
var unreadable = () => new StorageError({ reason: "corrupt", operation: "shops.find" });
var stored = fnUntraced2(function* (id2, record3) {
  const { name } = yield* decode4(Document)(record3.document);
  const secretHash = yield* decode4(SecretHash)(record3.secretHash);
  const shop2 = Shop.make({
    id: id2,
    name,
    threeDSecure: false,
    allowSkipThreeDSecure: false,
    allowForceThreeDSecure: false,
    strictContracts: false,
    holdPeriod: defaultHoldPeriod,
    webhookSecret: yield* webhookSecret(id2)
  });
  return { shop: shop2, secretHash };
}, mapError2(unreadable));
var layerStored = effect(
  ShopDirectory,
  gen2(function* () {
    const records2 = yield* ShopRecords;
    const keys5 = yield* KeyProvider;
    return directory(
      (id2) => flatMap11(
        records2.find(id2),
        match2({
          onNone: () => succeedNone2,
          onSome: (record3) => provideService2(asSome2(stored(id2, record3)), KeyProvider, keys5)
        })
      )
    );
  })
);
var demo = ShopId.make("demo");
var makeDemo = gen2(function* () {
  const records2 = yield* ShopRecords;
  const entropy = yield* Entropy;
  const secretKey = make39(encodeHex(entropy(32)));
  const secretHash = yield* hash2(secretKey);
  const made = { id: demo, secretKey, webhookSecret: yield* webhookSecret(demo) };
  yield* flatMap11(UnitOfWorkContext, ({ lock }) => lock("florin.demo-shop"));
  if ((yield* records2.count) > 0) return none2();
  const document3 = JSON.stringify({ name: "Demo shop" });
  yield* records2.insert({ id: demo, secretHash, document: document3, createdAt: yield* now2 });
  return some2(made);
}).pipe((work) => flatMap11(committing, (commit3) => commit3("demo-shop")(work)));

// ../core/src/transactions/ChildRequest.ts
var parentUid = matching(
  /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/,
  "Parent transaction is not found"
).pipe(compose2(TransactionUid));
var child3 = {
  parentUid,
  amount: PositiveAmount,
  duplicateCheck: optional2(flag),
  /** Default: the parent's. */
  trackingId: optional2(orInteger(text(255), { maxLength: 255 }))
};
var ChildRequest = object(child3);
var RefundRequest = object({ ...child3, reason: requiredText(255) });

// ../core/src/transactions/Transaction.ts
var TransactionType = Literal2(
  "authorization",
  "payment",
  "tokenization",
  "capture",
  "void",
  "refund",
  "credit",
  "payout"
);
var TransactionStatus = Literal2("incomplete", "pending", "successful", "failed", "expired");
var ShownCard = Struct({
  facts: CardFacts,
  holder: NullOr(String$),
  expMonth: Int,
  expYear: Int,
  stamp: CardStamp,
  token: CardToken,
  /** Product type code, issuer: from the host's BIN directory; null when not known. */
  product: NullOr(String$),
  issuerCountry: NullOr(String$),
  issuerName: NullOr(String$),
  tokenProvider: NullOr(String$)
});
var RoutingStatus = Literal2("successful", "failed", "skipped");
var Attempt = Struct({
  step: Literal2("charge", "reversal"),
  key: AcquirerKey,
  gatewayId: NullOr(Int),
  amount: Amount
});
var Instant = NullOr(DateTimeUtc);
var AcceptedCurrency = declare((code) => typeof code === "string");
var Transaction = Struct({
  shop: ShopId,
  uid: TransactionUid,
  type: TransactionType,
  status: TransactionStatus,
  /** Why it ended `failed`; null otherwise. */
  reason: NullOr(DeclineReason),
  amount: Amount,
  currency: AcceptedCurrency,
  test: Boolean$,
  language: String$,
  description: optional(String$),
  trackingId: optional(String$),
  /** The authorization, payment or capture that a capture, void or refund follows. */
  parentUid: optional(TransactionUid),
  /** The key under which the acquirer knows it; its uid where that is absent. */
  parentKey: optional(AcquirerKey),
  /** A merchant's reason for a refund. */
  refundReason: optional(String$),
  /** The rest of the request, for the echo. Source: D9. */
  details: typeSchema(ChargeDetails),
  card: optional(ShownCard),
  recipient: optional(typeSchema(Customer)),
  recipientBillingAddress: optional(typeSchema(BillingAddress)),
  recurringType: NullOr(Literal2("initial", "recurring")),
  routing: RoutingStatus,
  /** The acquirer that was or will be asked. */
  gatewayId: NullOr(Int),
  acquirerKey: AcquirerKey,
  /** The attempts beside the one under `acquirerKey`, oldest first. */
  attempts: optional(Array$(Attempt)),
  /** What the acquirer said; null until it answered. */
  report: NullOr(AcquirerReport),
  /** What the wallet said; absent when it was not asked. */
  wallet: optional(WalletResult),
  /** The idempotency key of the request, so that whoever settles it can keep the answer. */
  idempotencyKey: optional(String$),
  createdAt: DateTimeUtc,
  updatedAt: DateTimeUtc,
  paidAt: Instant,
  expiredAt: Instant,
  closedAt: Instant,
  /** Why nothing is left of an authorization: it was captured or voided, or its hold period was over. */
  closedBy: optional(Literal2("Closed", "HoldLapsed")),
  settledAt: Instant,
  manuallyCorrectedAt: Instant,
  /** Grows by one with every committed change; webhooks carry it as `Florin-Sequence`. */
  version: Int
});
var Transition = Struct({
  version: Int,
  at: DateTimeUtcFromNumber,
  trigger: String$,
  from: String$,
  to: String$,
  /** The explanation with its inputs; never card data. */
  detail: NullOr(String$)
});

// ../wire/src/internal/present.ts
var nestingLimit = 32;
var isContainer = (value3) => typeof value3 === "object" && value3 !== null;
var isObject3 = (value3) => isContainer(value3) && !Array.isArray(value3);
var reaches = (container, levels) => {
  if (levels === 0) return true;
  for (const value3 of Array.isArray(container) ? container : Object.values(container)) {
    if (isContainer(value3) && reaches(value3, levels - 1)) return true;
  }
  return false;
};
var nestsTooDeep = (body2) => isContainer(body2) && reaches(body2, nestingLimit);
var isAbsent = (value3) => {
  if (!isContainer(value3)) return value3 === null || value3 === void 0;
  if (Array.isArray(value3)) return value3.every(isAbsent);
  for (const name in value3) {
    if (name !== "__proto__" && !isAbsentMember(value3[name])) return false;
  }
  return true;
};
var isAbsentMember = (value3) => value3 === "" || isAbsent(value3);

// ../wire/src/internal/reader.ts
var wrong = /* @__PURE__ */ Symbol("wrong");
var options = { errors: "all" };
var settle2 = (result2, findings) => {
  if (isRight2(result2)) return result2.right;
  findings.addIssue(result2.left);
  return wrong;
};
var acceptance = (ast) => {
  switch (ast._tag) {
    case "StringKeyword":
      return (value3) => typeof value3 === "string";
    case "NumberKeyword":
      return (value3) => typeof value3 === "number";
    case "BooleanKeyword":
      return (value3) => typeof value3 === "boolean";
    case "Literal":
      return (value3) => value3 === ast.literal;
    case "Union": {
      const any = ast.types.map(acceptance);
      return any.includes(void 0) ? void 0 : (value3) => any.some((accepts) => accepts(value3));
    }
    case "Refinement": {
      const from = acceptance(ast.from);
      return from && ((value3) => from(value3) && isNone2(ast.filter(value3, options, ast)));
    }
    default:
      return void 0;
  }
};
var leaf = (ast) => {
  const accepts = acceptance(ast);
  const decode7 = decodeUnknownEither(make40(ast), options);
  return (value3, findings) => accepts?.(value3) ? value3 : settle2(decode7(value3), findings);
};
var invalid2 = (findings) => {
  findings.add(isInvalid);
  return wrong;
};
var readMember = (member, sent, findings) => {
  findings.path.push(member.outside);
  const value3 = member.read(sent, findings);
  findings.path.pop();
  return value3;
};
var memberOf = (member, sent, findings) => {
  const isThere = member.isOptional && !member.takesEmpty ? !isAbsentMember(sent) : !isAbsent(sent);
  if (isThere) return readMember(member, sent, findings);
  if (member.isOptional) return void 0;
  findings.add(isMissing, [member.outside]);
  return wrong;
};
var object2 = (members3) => (value3, findings) => {
  if (!isObject3(value3)) return invalid2(findings);
  const known4 = {};
  let isWhole2 = true;
  for (const member of members3) {
    const sent = value3[member.outside];
    if (sent === void 0 && member.isOptional) continue;
    const read5 = memberOf(member, sent, findings);
    if (read5 === wrong) isWhole2 = false;
    else if (read5 !== void 0) known4[member.inside] = read5;
    if (findings.isFull) return wrong;
  }
  return isWhole2 ? known4 : wrong;
};
var list = (element) => (value3, findings) => {
  if (!Array.isArray(value3)) return invalid2(findings);
  const known4 = [];
  let isWhole2 = true;
  for (let index = 0; index < value3.length && !findings.isFull; index++) {
    if (isAbsent(value3[index])) continue;
    findings.path.push(index);
    const read5 = element(value3[index], findings);
    findings.path.pop();
    if (read5 === wrong) isWhole2 = false;
    else known4.push(read5);
  }
  return isWhole2 ? known4 : wrong;
};
var checked = (inner, ast) => (value3, findings) => {
  const read5 = inner(value3, findings);
  if (read5 === wrong) return wrong;
  const issue = ast.filter(read5, options, ast);
  return isNone2(issue) ? read5 : settle2(left2(issue.value), findings);
};
var transformed = (inner, ast, how) => {
  const verify2 = leaf(ast.to);
  return (value3, findings) => {
    const read5 = inner(value3, findings);
    if (read5 === wrong) return wrong;
    const made = how.decode(read5, options, ast, value3);
    return isRight2(made) ? verify2(made.right, findings) : settle2(made, findings);
  };
};
var allowsEmpty = (ast) => isUnion(ast) ? ast.types.some(allowsEmpty) : isLiteral(ast) && ast.literal === "";
var membersOf = ({ propertySignatures }, renamed) => propertySignatures.map(
  ({ isOptional, name, type }) => ({
    outside: String(name),
    inside: String(renamed.get(name) ?? name),
    isOptional,
    takesEmpty: allowsEmpty(type),
    read: readerOf(type)
  })
);
var transformation = (ast) => {
  const how = ast.transformation;
  if (isTypeLiteralTransformation(how) && isTypeLiteral(ast.from)) {
    return object2(membersOf(ast.from, new Map(how.propertySignatureTransformations.map(({ from, to }) => [from, to]))));
  }
  return isFinalTransformation(how) ? transformed(readerOf(ast.from), ast, how) : leaf(ast);
};
var holdsObjects = (ast) => isRefinement(ast) ? holdsObjects(ast.from) : ast._tag === "Transformation" || ast._tag === "TypeLiteral";
var readerOf = (ast) => {
  switch (ast._tag) {
    case "TypeLiteral":
      return object2(membersOf(ast, /* @__PURE__ */ new Map()));
    case "TupleType":
      return list(readerOf(ast.rest[0].type));
    case "Refinement":
      return holdsObjects(ast.from) ? checked(readerOf(ast.from), ast) : leaf(ast);
    case "Transformation":
      return transformation(ast);
    default:
      return leaf(ast);
  }
};

// ../wire/src/internal/closest.ts
var bare = (name) => name.replaceAll("_", "").toLowerCase();
var nextRow = (row, left3, right3, index) => {
  const next = [index + 1];
  for (let at2 = 0; at2 < right3.length; at2++) {
    const changed2 = row[at2] + (left3[index] === right3[at2] ? 0 : 1);
    next.push(Math.min(changed2, row[at2 + 1] + 1, next[at2] + 1));
  }
  return next;
};
var distance2 = (left3, right3) => {
  let row = Array.from({ length: right3.length + 1 }, (_, at2) => at2);
  for (let index = 0; index < left3.length; index++) row = nextRow(row, left3, right3, index);
  return row[right3.length];
};
var near = (length6) => Math.min(2, Math.floor(length6 / 3));
var closest = (name, names2) => {
  const written2 = bare(name);
  let best;
  let least = near(written2.length) + 1;
  for (const known4 of names2) {
    const other = bare(known4);
    if (Math.abs(other.length - written2.length) >= least) continue;
    const apart = distance2(written2, other);
    if (apart < least) [best, least] = [known4, apart];
  }
  return best;
};

// ../wire/src/internal/unknownMembers.ts
var none10 = /* @__PURE__ */ new Map();
var listed2 = 10;
var tellable = /^[A-Za-z_]{1,64}$/;
var shapeOf = (ast, more = {}) => {
  switch (ast._tag) {
    case "Refinement":
    case "Transformation":
      return shapeOf(ast.from, more);
    case "TupleType":
      return { element: shapeOf(ast.rest[0].type) };
    case "TypeLiteral":
      return new Map(
        ast.propertySignatures.map(({ name, type }) => {
          const shape = shapeOf(type);
          const added = (more[String(name)] ?? []).map((extra) => [extra, none10]);
          return [String(name), shape instanceof Map ? new Map([...shape, ...added]) : shape];
        })
      );
    default:
      return none10;
  }
};
var inObject = (shape, value3, path, found) => {
  for (const name in value3) {
    if (found.length === listed2) return;
    const below = shape.get(name);
    if (below !== void 0) look(below, value3[name], [...path, name], found);
    else if (tellable.test(name)) found.push({ path: [...path, name], meant: closest(name, shape.keys()) });
  }
};
var look = (shape, value3, path, found) => {
  if (shape instanceof Map) {
    if (shape.size > 0 && isObject3(value3)) inObject(shape, value3, path, found);
    return;
  }
  if (!("element" in shape) || !Array.isArray(value3)) return;
  for (let index = 0; index < value3.length && found.length < listed2; index++) {
    look(shape.element, value3[index], [...path, String(index)], found);
  }
};
var unknownIn = (shape, body2) => {
  const found = [];
  look(shape, body2, [], found);
  return found;
};

// ../wire/src/Requests.ts
var flags = ["skip_three_d_secure_verification", "force_three_d_secure_verification"];
var flagsOfCard = (request) => {
  const card2 = request.credit_card;
  if (!isObject3(card2)) return [];
  return flags.filter((flag2) => !isAbsentMember(card2[flag2]) && isAbsentMember(request[flag2]));
};
var noFlags = () => [];
var movedOut = (request, moved2) => {
  if (moved2.length === 0) return request;
  const card2 = request.credit_card;
  return { ...request, ...Object.fromEntries(moved2.map((flag2) => [flag2, card2[flag2]])) };
};
var pathAsSent = ({ path, sentence }, moved2) => moved2.includes(path[0] ?? "") ? { path: ["credit_card", ...path], sentence } : { path, sentence };
var unreadable2 = (body2) => {
  if (!isObject3(body2)) return invalid([], "Request body must be a JSON object");
  if (nestsTooDeep(body2)) return invalid([], "Request body is nested too deeply");
  const { request } = body2;
  if (isObject3(request)) return void 0;
  return invalid("request", isAbsent(request) ? "is missing" : "is invalid");
};
var decoder3 = (schema, inCard = noFlags) => {
  const read5 = readerOf(schema.ast);
  const known4 = inCard === noFlags ? {} : { credit_card: flags };
  const shape = /* @__PURE__ */ new Map([["request", shapeOf(schema.ast, known4)]]);
  const decode7 = (body2) => {
    const refusal4 = unreadable2(body2);
    if (refusal4 !== void 0) return left2(refusal4);
    const request = body2.request;
    const moved2 = inCard(request);
    const findings = new Findings();
    const value3 = read5(movedOut(request, moved2), findings);
    if (value3 !== wrong) return right2(value3);
    const errors = findings.errors.map((error) => pathAsSent(error, moved2));
    return left2(new InvalidRequest({ errors }));
  };
  return Object.assign(decode7, { unknownMembers: (body2) => unknownIn(shape, body2) });
};
var authorization = decoder3(ChargeRequest, flagsOfCard);
var tokenization = decoder3(TokenizationRequest, flagsOfCard);
var capture2 = decoder3(ChildRequest);
var refund = decoder3(RefundRequest);
var credit = decoder3(CreditRequest);
var payout2 = decoder3(CardPayoutRequest);

// ../core/src/transactions/CommitListeners.ts
var CommitListeners = class extends Reference2()("@florin/core/CommitListeners", {
  defaultValue: () => []
}) {
};

// ../storage-sql/src/internal/transaction.ts
var begin3 = ({ dialect, patience }, connection, restore) => connection.execute(dialect.begin, []).pipe(typed(dialect, "unit.begin"), whileBusy(patience, restore), asVoid2);
var rollback = (connection) => ignore2(sandbox2(connection.execute("ROLLBACK", [])));
var settled = (error, outcome) => {
  switch (outcome) {
    case "committed":
      return _void;
    case "aborted":
      return fail7(error);
    case "unknown":
      return fail7(new StorageError({ ...error, reason: "unknown-outcome" }));
  }
};
var askWhenLost = ({ outcome = succeed6("unknown") }) => (error) => error.reason === "unavailable" ? flatMap11(outcome, (_) => settled(error, _)) : fail7(error);
var committed = (dialect, connection, commit3) => asVoid2(commit3).pipe(
  typed(dialect, "unit.commit"),
  catchAll3(askWhenLost(connection)),
  tapError2(() => rollback(connection))
);
var commit2 = ({ dialect }, connection) => committed(dialect, connection, connection.execute("COMMIT", []));

// ../storage-sql/src/internal/numbers.ts
var placesPerMillisecond = 1e3;
var make79 = gen2(function* () {
  const entropy = yield* Entropy;
  let last3 = (yield* currentTimeMillis2) * placesPerMillisecond;
  return {
    place: () => {
      last3 += 1;
      return last3;
    },
    fence: () => entropy(6).reduce((sum, byte) => sum * 256 + byte, 0)
  };
});

// ../storage-sql/src/internal/performing.ts
var stale = new Stale();
var statements = (prepare) => {
  const known4 = /* @__PURE__ */ new Map();
  return (statement) => {
    const found = known4.get(statement);
    if (found !== void 0) return found;
    const made = prepare(statement.text);
    known4.set(statement, made);
    return made;
  };
};
var load = (of6, readingOf, operation2) => {
  const facts = {};
  for (const name in operation2.load) {
    const { decode: decode7, more, step: step4 } = readingOf(operation2.load[name]);
    const rows = of6(step4.statement).all(step4.values);
    const others = more?.(rows) ?? [];
    facts[name] = decode7(
      others.length === 0 ? rows : [...rows, ...others.flatMap(({ statement, values: values4 }) => of6(statement).all(values4))]
    );
  }
  return facts;
};
var apply2 = (of6, { statement, values: values4 }) => {
  const changed2 = of6(statement).run(values4);
  if (statement.expects !== void 0 && changed2 !== 1) throw stale;
};

// ../storage-sql/src/internal/records.ts
var jobRecordOf = (row) => ({
  shop: text2(row, "shop_id"),
  kind: text2(row, "kind"),
  subject: text2(row, "subject"),
  share: text2(row, "share"),
  runAt: instant2(row, "run_at"),
  attempts: number4(row, "attempts"),
  fence: number4(row, "fence"),
  owner: row.lease_owner === null ? null : text2(row, "lease_owner")
});
var total = (rows, type) => Amount.make(rows.filter((row) => row.type === type).reduce((sum, row) => sum + number4(row, "total"), 0));
var parentTotalsOf = (rows) => ({
  captured: total(rows, "capture"),
  voided: total(rows, "void"),
  refunded: total(rows, "refund"),
  pending: rows.reduce((sum, row) => sum + (row.status === "pending" ? number4(row, "children") : 0), 0)
});
var notificationOf = columnsOf(Notification, (row) => ({
  shop: row.shop_id,
  id: row.id,
  subject: row.subject,
  sequence: number4(row, "sequence"),
  url: row.url,
  body: row.body,
  status: row.status,
  attempts: number4(row, "attempts"),
  lastResult: row.last_result,
  createdAt: number4(row, "created_at"),
  updatedAt: number4(row, "updated_at")
}));
var sealedNumberOf = columnsOf(SavedCard.pick("shop", "token", "number"), (row) => ({
  shop: row.shop_id,
  token: row.token,
  number: { keyId: row.key_id, sealed: row.sealed }
}));

// ../storage-sql/src/internal/reading.ts
var limited = "LIMIT (? + 0)";
var transactionDocument = documentOf(Transaction);
var cardDocument = documentOf(SavedCard.omit("number"));
var transactionOf = (row) => getOrThrowWith(transactionDocument.decode("load", row.document), (_) => _);
var cardOf3 = (row) => ({
  ...getOrThrowWith(cardDocument.decode("load", row.document), (_) => _),
  ...getOrThrowWith(sealedNumberOf("load", row), (_) => _)
});
var oneNotification = (row) => getOrThrowWith(notificationOf("load", row), (_) => _);
var first5 = (decode7) => (rows) => rows[0] === void 0 ? void 0 : decode7(rows[0]);
var keyOf2 = (row) => ({
  fingerprint: text2(row, "fingerprint"),
  claimedAt: number4(row, "claimed_at"),
  answer: row.answer_status === null ? void 0 : { status: number4(row, "answer_status"), body: text2(row, "answer_body") }
});
var recordsOf = (rows) => {
  const seen = new Map(rows.map((row) => [`${text2(row, "shop_id")} ${text2(row, "kind")} ${text2(row, "subject")}`, row]));
  return Array.from(seen.values()).sort(
    (left3, right3) => number4(left3, "run_at") - number4(right3, "run_at") || number4(left3, "place") - number4(right3, "place")
  ).map(jobRecordOf);
};
var jobColumns = "shop_id, kind, subject, share, run_at, place, attempts, fence, lease_owner";
var newestExhausted = `SELECT notifications.*, (
    SELECT MAX(t.sequence) FROM notifications t WHERE t.shop_id = notifications.shop_id
      AND t.subject = notifications.subject AND t.status IN ('delivered', 'waiting')) AS told
  FROM notifications
  WHERE shop_id = ? AND status = 'exhausted' AND id > ? AND NOT EXISTS (
    SELECT 1 FROM notifications newer WHERE newer.shop_id = notifications.shop_id AND newer.subject = notifications.subject
      AND newer.status = 'exhausted' AND (newer.sequence > notifications.sequence
        OR (newer.sequence = notifications.sequence AND newer.id > notifications.id)))
  ORDER BY id ${limited}`;
var marks = (count) => Array.from({ length: count }, () => "?").join(", ");
var make80 = ({ forUpdate, lateral, skipLocked }) => {
  const statement = (operation2, text3) => ({ operation: operation2, text: text3 });
  const byUid2 = statement(
    "load.transaction",
    `SELECT document FROM transactions WHERE shop_id = ? AND uid = ?${forUpdate}`
  );
  const totals = statement(
    "load.parentTotals",
    `SELECT type, status, SUM(amount) AS total, COUNT(*) AS children FROM transactions
  WHERE shop_id = ? AND parent_uid = ? AND status IN ('successful', 'pending')
    AND type IN ('capture', 'void', 'refund')
  GROUP BY type, status`
  );
  const duplicate2 = statement(
    "load.duplicate",
    `SELECT uid FROM transactions WHERE shop_id = ? AND fingerprint = ? AND created_at > ?
  ORDER BY created_at DESC, uid DESC LIMIT 1`
  );
  const key3 = statement(
    "load.key",
    "SELECT fingerprint, claimed_at, answer_status, answer_body FROM idempotency_keys WHERE shop_id = ? AND request_key = ?"
  );
  const card2 = statement(
    "load.card",
    `SELECT shop_id, token, key_id, sealed, document FROM cards WHERE shop_id = ? AND token = ?${forUpdate}`
  );
  const job4 = statement(
    "load.job",
    `SELECT ${jobColumns} FROM jobs WHERE shop_id = ? AND kind = ? AND subject = ?${forUpdate}`
  );
  const notification2 = statement(
    "load.notification",
    `SELECT * FROM notifications WHERE shop_id = ? AND id = ?${forUpdate}`
  );
  const waiting2 = statement(
    "load.waiting",
    `SELECT * FROM notifications WHERE shop_id = ? AND subject = ? AND status = 'waiting'
    ORDER BY sequence, id LIMIT 1${forUpdate}`
  );
  const told2 = statement(
    "load.told",
    `SELECT MAX(sequence) AS sequence FROM notifications
    WHERE shop_id = ? AND subject = ? AND status IN ('delivered', 'waiting')`
  );
  const exhausted2 = statement(
    "load.exhausted",
    `${newestExhausted}${forUpdate === "" ? "" : `${forUpdate} OF notifications`}`
  );
  const keysBefore2 = statement(
    "load.keysBefore",
    `SELECT shop_id, request_key FROM idempotency_keys WHERE claimed_at < ? ORDER BY claimed_at ${limited}${skipLocked}`
  );
  const held3 = statement(
    "load.held",
    `SELECT ${jobColumns} FROM jobs WHERE run_at <= ? AND lease_owner = ? ${limited}${skipLocked}`
  );
  const workers2 = statement("load.workers", "SELECT owner, heartbeats FROM workers");
  const dueByShare = statement(
    "load.due",
    `WITH RECURSIVE shares (share) AS (
      SELECT MIN(share) FROM jobs WHERE lease_owner IS NULL AND kind = ?
      UNION ALL SELECT (SELECT MIN(share) FROM jobs WHERE lease_owner IS NULL AND kind = ? AND share > shares.share)
      FROM shares WHERE share IS NOT NULL
    )
    ${lateral(`SELECT {id} FROM jobs WHERE lease_owner IS NULL AND kind = ? AND share = shares.share AND run_at <= ?
      ORDER BY run_at, place ${limited}${skipLocked}`)}`
  );
  const dueStatements = /* @__PURE__ */ new Map();
  const dueOf = (kinds) => {
    const known4 = dueStatements.get(kinds);
    if (known4 !== void 0) return known4;
    const made = statement(
      "load.due",
      `SELECT ${jobColumns} FROM jobs WHERE lease_owner IS NULL AND run_at <= ? AND kind IN (${marks(kinds)})
      ORDER BY run_at, place ${limited}${skipLocked}`
    );
    dueStatements.set(kinds, made);
    return made;
  };
  const step4 = (statement2, ...values4) => ({ statement: statement2, values: values4 });
  return (read5) => {
    switch (read5._tag) {
      case "Transaction":
        return { step: step4(byUid2, read5.shop, read5.uid), decode: first5(transactionOf) };
      case "ParentTotals":
        return { step: step4(totals, read5.shop, read5.parent), decode: parentTotalsOf };
      case "Duplicate":
        return {
          lock: `duplicate:${read5.shop}:${read5.fingerprint}`,
          step: step4(duplicate2, read5.shop, read5.fingerprint, read5.after),
          decode: first5((row) => text2(row, "uid"))
        };
      case "Key":
        return {
          lock: `key:${read5.shop}:${read5.key}`,
          step: step4(key3, read5.shop, read5.key),
          decode: first5(keyOf2)
        };
      case "Card":
        return { step: step4(card2, read5.shop, read5.token), decode: first5(cardOf3) };
      case "Job":
        return { step: step4(job4, read5.job.shop, read5.job.kind, read5.job.subject), decode: first5(jobRecordOf) };
      case "Notification":
        return { step: step4(notification2, read5.shop, read5.id), decode: first5(oneNotification) };
      case "Waiting":
        return { step: step4(waiting2, read5.shop, read5.subject), decode: first5(oneNotification) };
      case "Told":
        return {
          step: step4(told2, read5.shop, read5.subject),
          decode: (rows) => rows[0]?.sequence == null ? 0 : number4(rows[0], "sequence")
        };
      case "Exhausted":
        return {
          step: step4(exhausted2, read5.shop, read5.after, read5.limit),
          decode: (rows) => rows.map((row) => ({ ...oneNotification(row), told: row.told === null ? 0 : number4(row, "told") }))
        };
      case "KeysBefore":
        return {
          step: step4(keysBefore2, read5.before, read5.limit),
          decode: (rows) => rows.map((row) => [text2(row, "shop_id"), text2(row, "request_key")])
        };
      case "Held":
        return { step: step4(held3, read5.now, read5.owner, read5.limit), decode: recordsOf };
      case "Workers":
        return {
          step: step4(workers2),
          decode: (rows) => rows.map((row) => ({ owner: text2(row, "owner"), heartbeats: number4(row, "heartbeats") }))
        };
      case "Due": {
        const { kinds, limit: limit2, now: now3, perShare } = read5;
        return {
          step: step4(dueOf(kinds.length), now3, ...kinds, limit2),
          more: (rows) => rows.length < limit2 ? [] : kinds.map((kind3) => step4(dueByShare, kind3, kind3, kind3, now3, perShare)),
          decode: recordsOf
        };
      }
    }
  };
};

// ../storage-sql/src/internal/statements.ts
var plain = (operation2, text3) => ({ operation: operation2, text: text3 });
var inserted2 = (operation2, head4, row, tail = "") => ({
  operation: operation2,
  text: `${head4} VALUES ${row}${tail}`,
  rows: { head: `${head4} VALUES `, row, tail }
});
var repeated = (row, rows) => Array.from({ length: rows }, () => row).join(", ");
var asserted = (change2, rows) => `WITH changed AS (${change2} RETURNING 1) SELECT 1 / (CASE WHEN count(*) = ${rows} THEN 1 ELSE 0 END) FROM changed`;
var expecting = (operation2, text3, change2) => ({
  operation: operation2,
  text: text3,
  expects: { batched: (rows) => asserted(change2(rows), rows) }
});
var one = (row) => (rows) => repeated(row, rows);
var jobKey = "shop_id = ? AND kind = ? AND subject = ?";
var heldJob = `WHERE ${jobKey} AND fence = ?`;
var heldJobs = one("(?::text, ?::text, ?::text, ?::bigint)");
var changedJobs = (set8, row) => (rows) => `UPDATE jobs SET ${set8} FROM (VALUES ${repeated(row, rows)})
    v (a, b, shop_id, kind, subject, fence)
  WHERE jobs.shop_id = v.shop_id AND jobs.kind = v.kind AND jobs.subject = v.subject AND jobs.fence = v.fence`;
var movedJob = "(?::bigint, ?::bigint, ?::text, ?::text, ?::text, ?::bigint)";
var transactions = {
  insert: inserted2(
    "transactions.insert",
    `INSERT INTO transactions
    (shop_id, uid, type, status, amount, parent_uid, fingerprint, created_at, version, document)`,
    "(?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
  ),
  insertTrackingId: inserted2(
    "transactions.insert",
    "INSERT INTO tracking_ids (shop_id, tracking_id, created_at, uid)",
    "(?, ?, ?, ?)"
  ),
  appendHistory: inserted2(
    "transactions.record",
    `INSERT INTO transaction_history
    (shop_id, uid, version, happened_at, trigger_name, from_status, to_status, detail)`,
    "(?, ?, ?, ?, ?, ?, ?, ?)"
  ),
  replace: expecting(
    "transactions.update",
    `UPDATE transactions SET status = ?, amount = ?, version = ?, document = ?
  WHERE shop_id = ? AND uid = ? AND version = ?`,
    (rows) => `UPDATE transactions t SET status = v.status, amount = v.amount, version = v.version, document = v.document
    FROM (VALUES ${repeated("(?::text, ?::bigint, ?::bigint, ?::text, ?::text, ?::text, ?::bigint)", rows)})
      v (status, amount, version, document, shop_id, uid, replaced)
    WHERE t.shop_id = v.shop_id AND t.uid = v.uid AND t.version = v.replaced`
  ),
  insertCard: inserted2(
    "cards.insert",
    "INSERT INTO cards (shop_id, token, key_id, sealed, created_at, document)",
    "(?, ?, ?, ?, ?, ?)"
  ),
  replaceCard: plain("cards.replace", "UPDATE cards SET document = ? WHERE shop_id = ? AND token = ?")
};
var jobs = {
  enqueue: inserted2(
    "jobs.enqueue",
    "INSERT INTO jobs (shop_id, kind, subject, share, run_at, place, lease_owner, fence, attempts)",
    "(?, ?, ?, ?, ?, ?, NULL, ?, 0)",
    `
  ON CONFLICT (shop_id, kind, subject) DO UPDATE
    SET run_at = excluded.run_at, place = excluded.place, share = excluded.share
  WHERE jobs.run_at > excluded.run_at`
  ),
  hold: inserted2(
    "jobs.hold",
    "INSERT INTO jobs (shop_id, kind, subject, share, run_at, place, lease_owner, fence, attempts)",
    "(?, ?, ?, ?, ?, ?, ?, ?, 0)"
  ),
  claim: expecting(
    "jobs.claim",
    `UPDATE jobs SET lease_owner = ?, fence = fence + 1 ${heldJob}`,
    (rows) => `UPDATE jobs SET lease_owner = v.owner, fence = jobs.fence + 1
    FROM (VALUES ${repeated("(?::text, ?::text, ?::text, ?::text, ?::bigint)", rows)})
      v (owner, shop_id, kind, subject, fence)
    WHERE jobs.shop_id = v.shop_id AND jobs.kind = v.kind AND jobs.subject = v.subject AND jobs.fence = v.fence`
  ),
  finish: expecting(
    "jobs.finish",
    `DELETE FROM jobs ${heldJob}`,
    (rows) => `DELETE FROM jobs WHERE (shop_id, kind, subject, fence) IN (VALUES ${heldJobs(rows)})`
  ),
  postpone: expecting(
    "jobs.postpone",
    `UPDATE jobs SET run_at = ?, place = ?, lease_owner = NULL, attempts = attempts + 1 ${heldJob}`,
    changedJobs("run_at = v.a, place = v.b, lease_owner = NULL, attempts = attempts + 1", movedJob)
  ),
  keep: expecting(
    "jobs.keep",
    `UPDATE jobs SET run_at = ?, place = ? ${heldJob}`,
    changedJobs("run_at = v.a, place = v.b", movedJob)
  ),
  release: plain("jobs.release", `UPDATE jobs SET lease_owner = NULL ${heldJob}`),
  cancel: plain("jobs.cancel", `DELETE FROM jobs WHERE ${jobKey}`),
  register: plain(
    "workers.register",
    "INSERT INTO workers (owner, heartbeats) VALUES (?, 0) ON CONFLICT (owner) DO NOTHING"
  ),
  heartbeat: expecting(
    "workers.heartbeat",
    "UPDATE workers SET heartbeats = heartbeats + 1 WHERE owner = ?",
    (rows) => `UPDATE workers SET heartbeats = heartbeats + 1 WHERE owner IN (${repeated("?", rows)})`
  ),
  deregister: plain("workers.deregister", "DELETE FROM workers WHERE owner = ?"),
  deregisterSilent: plain("workers.deregister", "DELETE FROM workers WHERE owner = ? AND heartbeats = ?"),
  // Few processes hold anything, and one may hold a thousand jobs: from one name to the next, not from job to job.
  releaseOrphans: plain(
    "jobs.releaseOrphans",
    `UPDATE jobs SET lease_owner = NULL WHERE lease_owner IN (
      WITH RECURSIVE holders (name) AS (
        SELECT MIN(lease_owner) FROM jobs WHERE lease_owner IS NOT NULL
        UNION ALL
        SELECT (SELECT MIN(lease_owner) FROM jobs WHERE lease_owner > name) FROM holders WHERE name IS NOT NULL
      )
      SELECT name FROM holders WHERE name IS NOT NULL AND name NOT IN (SELECT owner FROM workers))`
  )
};
var outbox = {
  // The same state announced again replaces itself: it has the same sequence.
  supersede: plain(
    "notifications.insert",
    `UPDATE notifications SET status = 'superseded', updated_at = ?
  WHERE shop_id = ? AND subject = ? AND status = 'waiting' AND sequence <= ?`
  ),
  insert: inserted2(
    "notifications.insert",
    `INSERT INTO notifications
    (shop_id, id, subject, sequence, url, body, status, attempts, last_result, created_at, updated_at)`,
    "(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
  ),
  update: plain(
    "notifications.update",
    "UPDATE notifications SET status = ?, attempts = ?, last_result = ?, updated_at = ? WHERE shop_id = ? AND id = ?"
  ),
  claimKey: plain(
    "idempotency.claim",
    `INSERT INTO idempotency_keys (shop_id, request_key, fingerprint, claimed_at, answer_status, answer_body)
  VALUES (?, ?, ?, ?, NULL, NULL)
  ON CONFLICT (shop_id, request_key) DO UPDATE SET fingerprint = excluded.fingerprint,
    claimed_at = excluded.claimed_at, answer_status = NULL, answer_body = NULL`
  ),
  keepAnswer: plain(
    "idempotency.answer",
    `UPDATE idempotency_keys SET answer_status = ?, answer_body = ?
  WHERE shop_id = ? AND request_key = ? AND answer_status IS NULL`
  ),
  forgetKey: plain("idempotency.forget", "DELETE FROM idempotency_keys WHERE shop_id = ? AND request_key = ?")
};

// ../storage-sql/src/internal/writing.ts
var millis4 = toEpochMillis2;
var step3 = (statement, ...values4) => ({ statement, values: values4 });
var cardDocument2 = ({ createdAt, number: _, ...card2 }) => JSON.stringify({ ...card2, createdAt: millis4(createdAt) });
var inserted3 = ({ terms, transaction: _ }) => {
  const createdAt = millis4(_.createdAt);
  const insert4 = step3(
    transactions.insert,
    _.shop,
    _.uid,
    _.type,
    _.status,
    _.amount,
    _.parentUid ?? null,
    terms.fingerprint,
    createdAt,
    _.version,
    JSON.stringify(_)
  );
  const ids3 = terms.trackingIds.map((id2) => step3(transactions.insertTrackingId, _.shop, id2, createdAt, _.uid));
  return [insert4, ...ids3];
};
var replaced2 = (_) => step3(transactions.replace, _.status, _.amount, _.version, JSON.stringify(_), _.shop, _.uid, _.version - 1);
var held2 = ({ fence, kind: kind3, shop: shop2, subject }) => [shop2, kind3, subject, fence];
var announced = ({ notification: _ }) => [
  step3(outbox.supersede, millis4(_.createdAt), _.shop, _.subject, _.sequence),
  step3(
    outbox.insert,
    _.shop,
    _.id,
    _.subject,
    _.sequence,
    _.url,
    _.body,
    _.status,
    _.attempts,
    _.lastResult,
    millis4(_.createdAt),
    millis4(_.updatedAt)
  )
];
var stepsOf = ({ fence, place }) => (write5) => {
  switch (write5._tag) {
    case "InsertTransaction":
      return inserted3(write5);
    case "ReplaceTransaction":
      return [replaced2(write5.transaction)];
    case "AppendHistory": {
      const { shop: shop2, transition: _, uid } = write5;
      const { detail, from, to, trigger, version: version2 } = _;
      return [step3(transactions.appendHistory, shop2, uid, version2, millis4(_.at), trigger, from, to, detail)];
    }
    case "InsertCard": {
      const { card: _ } = write5;
      const { keyId, sealed } = _.number;
      return [step3(transactions.insertCard, _.shop, _.token, keyId, sealed, millis4(_.createdAt), cardDocument2(_))];
    }
    case "ReplaceCard":
      return [step3(transactions.replaceCard, cardDocument2(write5.card), write5.card.shop, write5.card.token)];
    case "EnqueueJob": {
      const { kind: kind3, shop: shop2, subject } = write5.job;
      return [step3(jobs.enqueue, shop2, kind3, subject, write5.share, write5.runAt, place(), fence())];
    }
    case "HoldJob": {
      const { fence: fence2, kind: kind3, shop: shop2, subject } = write5.job;
      return [step3(jobs.hold, shop2, kind3, subject, write5.share, write5.runAt, place(), write5.owner, fence2)];
    }
    case "ClaimJob":
      return [step3(jobs.claim, write5.owner, ...held2(write5.job))];
    case "FinishJob":
      return [step3(jobs.finish, ...held2(write5.job))];
    case "PostponeJob":
      return [step3(jobs.postpone, write5.runAt, place(), ...held2(write5.job))];
    case "KeepJob":
      return [step3(jobs.keep, write5.runAt, place(), ...held2(write5.job))];
    case "ReleaseJob":
      return [step3(jobs.release, ...held2(write5.job))];
    case "CancelJob":
      return [step3(jobs.cancel, write5.job.shop, write5.job.kind, write5.job.subject)];
    case "RegisterWorker":
      return [step3(jobs.register, write5.owner)];
    case "Heartbeat":
      return [step3(jobs.heartbeat, write5.owner)];
    case "DeregisterWorker":
      return write5.heartbeats === void 0 ? [step3(jobs.deregister, write5.owner)] : [step3(jobs.deregisterSilent, write5.owner, write5.heartbeats)];
    case "ReleaseOrphans":
      return [step3(jobs.releaseOrphans)];
    case "InsertNotification":
      return announced(write5);
    case "UpdateNotification": {
      const { attempts, id: id2, lastResult, shop: shop2, status: status2, updatedAt } = write5.notification;
      return [step3(outbox.update, status2, attempts, lastResult, millis4(updatedAt), shop2, id2)];
    }
    case "ClaimKey":
      return [step3(outbox.claimKey, write5.shop, write5.key, write5.fingerprint, write5.now)];
    case "KeepAnswer":
      return [step3(outbox.keepAnswer, write5.answer.status, write5.answer.body, write5.shop, write5.key)];
    case "ForgetKeys":
      return write5.keys.map(([shop2, key3]) => step3(outbox.forgetKey, shop2, key3));
  }
};

// ../storage-sql/src/internal/schema.ts
var sets = {
  JobKind: "'recover', 'expire', 'release-hold', 'reverse', 'notify', 'sweep'",
  NotificationStatus: "'waiting', 'delivered', 'superseded', 'stopped', 'exhausted'",
  TransactionStatus: "'incomplete', 'pending', 'successful', 'failed', 'expired'",
  TransactionType: "'authorization', 'payment', 'tokenization', 'capture', 'void', 'refund', 'credit', 'payout'"
};
var transactions2 = [
  `CREATE TABLE transactions (
    shop_id {text} NOT NULL,
    uid {text} NOT NULL,
    type {text} NOT NULL CHECK (type IN ({TransactionType})),
    status {text} NOT NULL CHECK (status IN ({TransactionStatus})),
    amount BIGINT NOT NULL CHECK (amount >= 0),
    parent_uid {text},
    fingerprint {text} NOT NULL,
    created_at BIGINT NOT NULL,
    version BIGINT NOT NULL,
    document {text} NOT NULL,
    PRIMARY KEY (shop_id, uid)
  )`,
  "CREATE UNIQUE INDEX transactions_by_uid ON transactions (uid)",
  "CREATE INDEX transactions_by_fingerprint ON transactions (shop_id, fingerprint, created_at)",
  "CREATE INDEX transactions_by_parent ON transactions (shop_id, parent_uid) WHERE parent_uid IS NOT NULL",
  `CREATE TABLE transaction_history (
    shop_id {text} NOT NULL,
    uid {text} NOT NULL,
    version BIGINT NOT NULL,
    happened_at BIGINT NOT NULL,
    trigger_name {text} NOT NULL,
    from_status {text} NOT NULL,
    to_status {text} NOT NULL,
    detail {text},
    PRIMARY KEY (shop_id, uid, version)
  )`,
  `CREATE TABLE tracking_ids (
    shop_id {text} NOT NULL,
    tracking_id {text} NOT NULL,
    created_at BIGINT NOT NULL,
    uid {text} NOT NULL,
    PRIMARY KEY (shop_id, tracking_id, created_at, uid)
  )`
];
var cards = [
  `CREATE TABLE cards (
    shop_id {text} NOT NULL,
    token {text} NOT NULL,
    key_id {text} NOT NULL,
    sealed {text} NOT NULL,
    created_at BIGINT NOT NULL,
    document {text} NOT NULL,
    PRIMARY KEY (shop_id, token)
  )`,
  "CREATE INDEX cards_by_key ON cards (key_id)"
];
var jobs2 = [
  `CREATE TABLE jobs (
    shop_id {text} NOT NULL,
    kind {text} NOT NULL CHECK (kind IN ({JobKind})),
    subject {text} NOT NULL,
    run_at BIGINT NOT NULL,
    place BIGINT NOT NULL,
    lease_owner {text},
    fence BIGINT NOT NULL,
    attempts BIGINT NOT NULL,
    PRIMARY KEY (shop_id, kind, subject)
  )`,
  "CREATE INDEX jobs_by_due ON jobs (run_at, place)",
  "CREATE TABLE job_owners (owner {text} NOT NULL PRIMARY KEY, alive_until BIGINT NOT NULL)"
];
var idempotency = [
  `CREATE TABLE idempotency_keys (
    shop_id {text} NOT NULL,
    request_key {text} NOT NULL,
    fingerprint {text} NOT NULL,
    claimed_at BIGINT NOT NULL,
    answer_status BIGINT,
    answer_body {text},
    PRIMARY KEY (shop_id, request_key)
  )`,
  "CREATE INDEX idempotency_keys_by_age ON idempotency_keys (claimed_at)"
];
var notifications = [
  `CREATE TABLE notifications (
    shop_id {text} NOT NULL,
    id {text} NOT NULL,
    uid {text} NOT NULL,
    sequence BIGINT NOT NULL,
    url {text} NOT NULL,
    body {text} NOT NULL,
    status {text} NOT NULL CHECK (status IN ({NotificationStatus})),
    attempts BIGINT NOT NULL,
    last_result {text},
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    PRIMARY KEY (shop_id, id)
  )`,
  "CREATE INDEX notifications_by_uid ON notifications (shop_id, uid, status, sequence)",
  "CREATE INDEX notifications_by_status ON notifications (shop_id, status, id)"
];
var shops = [
  `CREATE TABLE shops (
    id {text} NOT NULL PRIMARY KEY,
    secret_hash {text} NOT NULL,
    document {text} NOT NULL,
    created_at BIGINT NOT NULL
  )`
];
var contributed = [
  `CREATE TABLE jobs_3 (
    shop_id {text} NOT NULL,
    kind {text} NOT NULL,
    subject {text} NOT NULL,
    share {text} NOT NULL DEFAULT '|',
    run_at BIGINT NOT NULL,
    place BIGINT NOT NULL,
    lease_owner {text},
    fence BIGINT NOT NULL,
    attempts BIGINT NOT NULL,
    PRIMARY KEY (shop_id, kind, subject)
  )`,
  `INSERT INTO jobs_3 (shop_id, kind, subject, share, run_at, place, lease_owner, fence, attempts)
  SELECT shop_id, kind, subject, '|' || shop_id, run_at, place, NULL, fence, attempts FROM jobs`,
  "DROP TABLE jobs",
  "ALTER TABLE jobs_3 RENAME TO jobs",
  "CREATE INDEX jobs_free ON jobs (run_at, place) WHERE lease_owner IS NULL",
  "CREATE INDEX jobs_by_share ON jobs (kind, share, run_at, place) WHERE lease_owner IS NULL",
  "CREATE INDEX jobs_held ON jobs (lease_owner) WHERE lease_owner IS NOT NULL",
  "DROP TABLE job_owners",
  "CREATE TABLE workers (owner {text} NOT NULL PRIMARY KEY, heartbeats BIGINT NOT NULL)",
  `CREATE TABLE transactions_3 (
    shop_id {text} NOT NULL,
    uid {text} NOT NULL,
    type {text} NOT NULL,
    status {text} NOT NULL CHECK (status IN ('incomplete', 'pending', 'successful', 'failed', 'expired')),
    amount BIGINT NOT NULL CHECK (amount >= 0),
    parent_uid {text},
    fingerprint {text} NOT NULL,
    created_at BIGINT NOT NULL,
    version BIGINT NOT NULL,
    document {text} NOT NULL,
    PRIMARY KEY (shop_id, uid)
  )`,
  `INSERT INTO transactions_3
  SELECT shop_id, uid, type, status, amount, parent_uid, fingerprint, created_at, version, document FROM transactions`,
  "DROP TABLE transactions",
  "ALTER TABLE transactions_3 RENAME TO transactions",
  "CREATE UNIQUE INDEX transactions_by_uid ON transactions (uid)",
  "CREATE INDEX transactions_by_fingerprint ON transactions (shop_id, fingerprint, created_at)",
  "CREATE INDEX transactions_by_parent ON transactions (shop_id, parent_uid) WHERE parent_uid IS NOT NULL",
  "ALTER TABLE notifications RENAME COLUMN uid TO subject"
];
var migrations = [
  {
    id: 1,
    name: "transactions, cards, jobs, idempotency keys, notifications, shops",
    statements: [...transactions2, ...cards, ...jobs2, ...idempotency, ...notifications, ...shops]
  },
  {
    id: 2,
    name: "due work by who holds it",
    // Thousands of jobs that are worked on must not stand in the way of who looks for the next.
    statements: [
      "CREATE INDEX jobs_free ON jobs (run_at, place) WHERE lease_owner IS NULL",
      "CREATE INDEX jobs_held ON jobs (lease_owner) WHERE lease_owner IS NOT NULL"
    ]
  },
  { id: 3, name: "kinds that rooms contribute, shares, workers by their heartbeats", statements: contributed }
];

// ../storage-sql/src/Migrations.ts
import { createHash as createHash2 } from "node:crypto";
var MigrationError = class extends TaggedError2("@florin/storage-sql/MigrationError")(
  "MigrationError",
  { reason: Literal2("newer", "changed"), migration: Int }
) {
  get message() {
    return this.reason === "newer" ? `The database has migration ${this.migration}, which this version does not know` : `Migration ${this.migration} of the database is not the one that this version has`;
  }
};
var checksum = ({ id: id2, name, statements: statements2 }) => createHash2("sha256").update(JSON.stringify([id2, name, statements2])).digest("hex");
var createTable = (type) => `CREATE TABLE IF NOT EXISTS schema_migrations (
  id BIGINT NOT NULL PRIMARY KEY,
  name ${type} NOT NULL,
  checksum ${type} NOT NULL,
  applied_at BIGINT NOT NULL
)`;
var selectApplied = write3("migrations.run", "SELECT id, checksum FROM schema_migrations ORDER BY id");
var insertApplied = write3(
  "migrations.run",
  "INSERT INTO schema_migrations (id, name, checksum, applied_at) VALUES (?, ?, ?, ?)"
);
var run2 = (migrations2, sets2 = {}) => gen2(function* () {
  const { dialect } = yield* Database;
  const commit3 = yield* committing;
  const words = { ...sets2, text: dialect.text };
  const render2 = (statement) => statement.replace(/\{(\w+)\}/g, (_, word) => words[word] ?? _);
  const apply3 = fnUntraced2(function* (migration) {
    for (const statement of migration.statements) yield* write3("migrations.run", render2(statement))();
    yield* insertApplied(migration.id, migration.name, checksum(migration), yield* currentTimeMillis2);
  });
  const upToDate = gen2(function* () {
    yield* flatMap11(UnitOfWorkContext, (writing2) => writing2.lock("florin.migrations"));
    yield* write3("migrations.run", createTable(dialect.text))();
    const applied = yield* selectApplied();
    for (const [index, row] of applied.entries()) {
      const migration = migrations2[index];
      const id2 = number4(row, "id");
      if (migration === void 0) return yield* new MigrationError({ reason: "newer", migration: id2 });
      if (migration.id !== id2 || checksum(migration) !== text2(row, "checksum")) {
        return yield* new MigrationError({ reason: "changed", migration: id2 });
      }
    }
    yield* forEach8(migrations2.slice(applied.length), apply3, { discard: true });
  });
  yield* commit3("migrate")(upToDate);
});

// ../storage-sql/src/SqlCardStore.ts
var document = documentOf(SavedCard.omit("number"));
var cardOf4 = (operation2, row) => zipWith(document.decode(operation2, row.document), sealedNumberOf(operation2, row), (card2, sealed) => ({
  ...card2,
  ...sealed
}));
var replaceSealed = tell(
  "cards.replaceSealed",
  "UPDATE cards SET key_id = ?, sealed = ? WHERE shop_id = ? AND token = ?"
);
var notSealedWith = (forUpdate) => write3(
  "cards.notSealedWith",
  `SELECT shop_id, token, key_id, sealed FROM cards WHERE (key_id < ? OR key_id > ?)
    ORDER BY key_id, shop_id, token ${limit}${forUpdate}`
);
var columns = "shop_id, token, key_id, sealed, document";
var make81 = map12(Database, (database2) => {
  const { forUpdate } = database2.dialect;
  const select = read4(database2)("cards.find", `SELECT ${columns} FROM cards WHERE shop_id = ? AND token = ?`);
  const others = notSealedWith(forUpdate);
  return CardStore.of({
    find: (shop2, token) => flatMap11(select(shop2, token), first4("cards.find", cardOf4)),
    notSealedWith: (keyId, limit2) => flatMap11(others(keyId, keyId, limit2), all5("cards.notSealedWith", sealedNumberOf)),
    replaceSealed: (shop2, token, { keyId, sealed }) => replaceSealed(keyId, sealed, shop2, token)
  });
});
var layer20 = effect(CardStore, make81);

// ../storage-sql/src/SqlIdempotencyStore.ts
var claimNew = write3(
  "idempotency.claim",
  `INSERT INTO idempotency_keys (shop_id, request_key, fingerprint, claimed_at, answer_status, answer_body)
  VALUES (?, ?, ?, ?, NULL, NULL)
  ON CONFLICT (shop_id, request_key) DO UPDATE SET fingerprint = excluded.fingerprint,
    claimed_at = excluded.claimed_at, answer_status = NULL, answer_body = NULL
  WHERE idempotency_keys.claimed_at < ?
    OR (idempotency_keys.answer_status IS NULL AND idempotency_keys.claimed_at < ?)
  RETURNING request_key`
);
var find2 = write3(
  "idempotency.claim",
  "SELECT fingerprint, answer_status, answer_body FROM idempotency_keys WHERE shop_id = ? AND request_key = ?"
);
var answer = tell(
  "idempotency.answer",
  `UPDATE idempotency_keys SET answer_status = ?, answer_body = ?
  WHERE shop_id = ? AND request_key = ? AND answer_status IS NULL`
);
var sweep = write3(
  "idempotency.sweep",
  `DELETE FROM idempotency_keys WHERE (shop_id, request_key) IN
    (SELECT shop_id, request_key FROM idempotency_keys WHERE claimed_at < ? ORDER BY claimed_at ${limit})
  RETURNING request_key`
);
var known2 = (row, { fingerprint: fingerprint2 }) => {
  if (text2(row, "fingerprint") !== fingerprint2) return { _tag: "Mismatch" };
  if (row.answer_status === null) return { _tag: "InFlight" };
  return { _tag: "Answered", answer: { status: number4(row, "answer_status"), body: text2(row, "answer_body") } };
};
var before = (now3, age) => toEpochMillis2(subtractDuration2(now3, age));
var never4 = -1;
var claim = fnUntraced2(
  function* (shop2, request, now3, abandonedAfter) {
    const abandoned = abandonedAfter === void 0 ? never4 : before(now3, abandonedAfter);
    const { fingerprint: fingerprint2, key: key3 } = request;
    const claimed = yield* claimNew(
      shop2,
      key3,
      fingerprint2,
      toEpochMillis2(now3),
      before(now3, keptFor),
      abandoned
    );
    if (claimed.length > 0) return { _tag: "Claimed" };
    const rows = yield* find2(shop2, key3);
    return known2(rows[0], request);
  }
);
var make82 = IdempotencyStore.of({
  claim,
  answer: (shop2, key3, { body: body2, status: status2 }) => answer(status2, body2, shop2, key3),
  sweep: (before2, limit2) => map12(sweep(toEpochMillis2(before2), limit2), (rows) => rows.length)
});
var layer21 = succeed7(IdempotencyStore, make82);

// ../storage-sql/src/SqlJobStore.ts
var make83 = map12(Database, (database2) => {
  const earliest2 = read4(database2)("jobs.nextDue", "SELECT MIN(run_at) AS run_at FROM jobs WHERE lease_owner IS NULL");
  return JobStore.of({
    nextDue: suspend4(
      () => map12(
        earliest2(),
        ([row]) => row === void 0 || row.run_at === null ? none2() : some2(instant2(row, "run_at"))
      )
    )
  });
});
var layer22 = effect(JobStore, make83);

// ../storage-sql/src/SqlNotificationStore.ts
var beginning2 = "msg_g";
var make84 = map12(Database, (database2) => {
  const query = read4(database2);
  const waiting2 = query(
    "notifications.waiting",
    `SELECT * FROM notifications WHERE shop_id = ? AND subject = ? AND status = 'waiting'
    ORDER BY sequence, id LIMIT 1`
  );
  const list2 = query(
    "notifications.list",
    `SELECT * FROM notifications WHERE shop_id = ? AND id < ? ORDER BY id DESC ${limit}`
  );
  const listOfStatus = query(
    "notifications.list",
    `SELECT * FROM notifications WHERE shop_id = ? AND status = ? AND id < ? ORDER BY id DESC ${limit}`
  );
  return NotificationStore.of({
    waiting: (shop2, subject) => flatMap11(waiting2(shop2, subject), first4("notifications.waiting", notificationOf)),
    list: (shop2, { after = beginning2, limit: limit2, status: status2 }) => flatMap11(
      status2 === void 0 ? list2(shop2, after, limit2) : listOfStatus(shop2, status2, after, limit2),
      all5("notifications.list", notificationOf)
    )
  });
});
var layer23 = effect(NotificationStore, make84);

// ../storage-sql/src/SqlTransactionStore.ts
var historyLimit = 1e3;
var document2 = documentOf(Transaction);
var transactionOf2 = (operation2, row) => document2.decode(operation2, row.document);
var transitionOf = columnsOf(Transition, (row) => ({
  version: number4(row, "version"),
  at: number4(row, "happened_at"),
  trigger: row.trigger_name,
  from: row.from_status,
  to: row.to_status,
  detail: row.detail
}));
var byUid = "SELECT document FROM transactions WHERE shop_id = ? AND uid = ?";
var make85 = map12(Database, (database2) => {
  const query = read4(database2);
  const find3 = query("transactions.find", byUid);
  const findPublic = query("transactions.findPublic", "SELECT document FROM transactions WHERE uid = ?");
  const findByTrackingId = query(
    "transactions.findByTrackingId",
    `SELECT t.document FROM tracking_ids i JOIN transactions t ON t.shop_id = i.shop_id AND t.uid = i.uid
    WHERE i.shop_id = ? AND i.tracking_id = ? ORDER BY i.created_at DESC, i.uid DESC ${limit}`
  );
  const history = query(
    "transactions.history",
    `SELECT * FROM transaction_history WHERE shop_id = ? AND uid = ? ORDER BY version LIMIT ${historyLimit}`
  );
  return TransactionStore.of({
    find: (shop2, uid) => flatMap11(find3(shop2, uid), first4("transactions.find", transactionOf2)),
    findPublic: (uid) => flatMap11(findPublic(uid), first4("transactions.findPublic", transactionOf2)),
    findByTrackingId: (shop2, trackingId, limit2) => flatMap11(findByTrackingId(shop2, trackingId, limit2), all5("transactions.findByTrackingId", transactionOf2)),
    history: (shop2, uid) => flatMap11(history(shop2, uid), all5("transactions.history", transitionOf))
  });
});
var layer24 = effect(TransactionStore, make85);

// ../storage-sql/src/Stores.ts
var repositories = mergeAll5(
  layer24,
  layer20,
  layer22,
  layer21,
  layer23,
  layer19
);
var layer25 = (writer) => repositories.pipe(
  provideMerge2(effectDiscard(run2(migrations, sets))),
  provideMerge2(writer)
);

// ../storage-sqlite/src/SqliteStore.ts
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join as join4 } from "node:path";

// ../storage-sql/src/internal/groupPerforming.ts
var Spoiled = class {
};
var spoiled = new Spoiled();
var storageFailure2 = (dialect, operation2, error) => failureOf(dialect, operation2, fail4(error));
var causeOf = (cause2) => squash(cause2);
var failed = ({ database: database2 }, operation2, error) => {
  if (error instanceof Stale || error instanceof StorageError) return { _tag: "Failed", error };
  const isDriver = typeof error === "object" && error !== null && "code" in error;
  if (!isDriver) return { _tag: "Died", defect: error };
  return { _tag: "Failed", error: storageFailure2(database2.dialect, operation2.name, error) };
};
var outcomeOf2 = (decision) => decision._tag === "Refused" ? { _tag: "Failed", error: decision.refusal } : { _tag: "Committed", answer: decision.answer, wakeAt: decision.wakeAt };
var write4 = (means, decision, wrote) => {
  if (decision._tag === "Refused") return;
  for (const write5 of decision.writes) {
    for (const step4 of means.stepsOf(write5)) {
      apply2(means.of, step4);
      wrote();
    }
  }
  if (means.tell !== void 0) for (const change2 of decision.changes ?? []) means.tell(change2);
};
var attempt2 = (means, operation2, wrote) => {
  const decision = operation2.decide(load(means.of, means.readingOf, operation2));
  write4(means, decision, wrote);
  return outcomeOf2(decision);
};
var perform = (means, operation2) => {
  let written2 = false;
  try {
    return attempt2(means, operation2, () => {
      written2 = true;
    });
  } catch (error) {
    if (written2) throw spoiled;
    return failed(means, operation2, error);
  }
};
var nothing2 = () => void 0;
var performCarefully = (means, operation2) => {
  means.run("SAVEPOINT unit");
  let outcome;
  try {
    outcome = attempt2(means, operation2, nothing2);
  } catch (error) {
    outcome = failed(means, operation2, error);
    means.run("ROLLBACK TO unit");
  }
  means.run("RELEASE unit");
  return outcome;
};

// ../storage-sql/src/GroupCommit.ts
var unitsPerCommit = 256;
var waitingUnits = 1e4;
var isHost = (queued) => "enter" in queued;
var crowded = new StorageError({ operation: "unit.wait", reason: "busy", detail: "too-many-waiting" });
var makeQueue = ({ gather: gather2 }, perform2) => {
  const queue = [];
  let armed = false;
  let taken = false;
  const takeGroup = () => {
    const end = queue.findIndex(isHost);
    return queue.splice(0, Math.min(end < 0 ? queue.length : end, unitsPerCommit));
  };
  const flush = () => {
    armed = false;
    const [first6] = queue;
    if (taken || first6 === void 0) return;
    taken = true;
    if (isHost(first6)) {
      queue.shift();
      first6.enter();
    } else perform2(takeGroup());
  };
  const arm = () => {
    if (armed || taken || queue.length === 0) return;
    armed = true;
    gather2(flush);
  };
  return {
    isCrowded: () => queue.length >= waitingUnits,
    add: (queued) => {
      queue.push(queued);
      arm();
    },
    withdraw: (queued) => {
      const place = queue.indexOf(queued);
      if (place >= 0) queue.splice(place, 1);
      return place >= 0;
    },
    leave: () => {
      taken = false;
      arm();
    }
  };
};
var hookOf = (reached, runFork4) => {
  if (reached === void 0) return (_operations, _moment, then) => then(false);
  return (operations2, moment, then) => {
    const all6 = forEach8(operations2, ({ operation: operation2 }) => reached(`commit.${operation2.name}`, moment), {
      discard: true
    });
    runFork3(runFork4)(all6).addObserver((exit4) => then(exit4._tag === "Failure"));
  };
};
var died = { _tag: "Died", defect: new Error("A fault point ended the operation") };
var commitFailure = (error) => error.reason === "unavailable" ? new StorageError({ ...error, reason: "unknown-outcome" }) : error;
var tellerOf = (listeners, runtime5, database2, writer) => listeners.length === 0 ? void 0 : (change2) => {
  const told2 = forEach8(listeners, (listener) => listener(change2), { discard: true });
  const exit4 = runSyncExit(runtime5)(within2(database2, writer, told2));
  if (exit4._tag === "Failure") throw causeOf(exit4.cause);
};
var meansOf = fnUntraced2(function* (writer) {
  const database2 = yield* Database;
  const runtime5 = yield* runtime3();
  const of6 = statements(writer.prepare);
  const means = {
    database: database2,
    of: of6,
    run: (text3) => void writer.now(text3, []),
    readingOf: make80(database2.dialect),
    stepsOf: stepsOf(yield* make79),
    tell: tellerOf(yield* CommitListeners, runtime5, database2, writer)
  };
  return { means, runtime: runtime5 };
});
var reserved = fnUntraced2(function* ({ dialect, reserve }) {
  const connection = yield* typed(dialect, "unit.reserve")(reserve);
  const { now: now3, prepare } = connection;
  if (now3 === void 0 || prepare === void 0) {
    return yield* dieMessage2("Only a connection that answers at once can be shared");
  }
  return { ...connection, now: now3, prepare };
});
var make86 = fnUntraced2(function* (options2) {
  const database2 = yield* Database;
  const { dialect } = database2;
  const writer = yield* reserved(database2);
  const { means, runtime: runtime5 } = yield* meansOf(writer);
  const hook = hookOf(yield* FaultPoints, runtime5);
  const answer2 = (group, outcomes) => {
    queue.leave();
    for (const [index, { done: done5 }] of group.entries()) done5(outcomes[index]);
  };
  const answerAll = (group, outcome) => answer2(
    group,
    group.map(() => outcome)
  );
  const rollBack = () => {
    try {
      writer.now("ROLLBACK", []);
    } catch {
    }
  };
  const giveUp = (group, error, operation2) => {
    rollBack();
    const failure = error instanceof StorageError ? error : storageFailure2(dialect, operation2, error);
    answerAll(group, { _tag: "Failed", error: operation2 === "unit.commit" ? commitFailure(failure) : failure });
  };
  const commit3 = (group, outcomes) => {
    const written2 = group.filter((_, index) => outcomes[index]._tag === "Committed");
    hook(written2, "before", (stopped) => {
      if (stopped) {
        rollBack();
        return answerAll(group, died);
      }
      try {
        writer.now("COMMIT", []);
      } catch (error) {
        return giveUp(group, error, "unit.commit");
      }
      hook(written2, "after", (stopped2) => stopped2 ? answerAll(group, died) : answer2(group, outcomes));
    });
  };
  const performAll = (group, one2) => {
    let outcomes;
    try {
      outcomes = group.map(({ operation: operation2 }) => one2(means, operation2));
    } catch (error) {
      if (!(error instanceof Spoiled)) return giveUp(group, error, "unit.perform");
      rollBack();
      return begin4(group, performCarefully);
    }
    commit3(group, outcomes);
  };
  const begin4 = (group, one2) => {
    try {
      writer.now(dialect.begin, []);
    } catch (error) {
      const failure = storageFailure2(dialect, "unit.begin", error);
      return failure.reason === "busy" ? beginLater(group, one2) : answerAll(group, { _tag: "Failed", error: failure });
    }
    performAll(group, one2);
  };
  const beginLater = (group, one2) => {
    const begun = begin3(database2, writer, (effect2) => effect2);
    runFork3(runtime5)(either3(begun)).addObserver((exit4) => {
      if (exit4._tag === "Failure") return answerAll(group, { _tag: "Died", defect: exit4.cause });
      const { value: value3 } = exit4;
      if (value3._tag === "Left") return answerAll(group, { _tag: "Failed", error: value3.left });
      performAll(group, one2);
    });
  };
  const first6 = means.tell === void 0 ? perform : performCarefully;
  const queue = makeQueue(options2, (group) => begin4(group, first6));
  const store = OperationStore.of({
    submit: (operation2, done5) => {
      if (queue.isCrowded()) return options2.gather(() => done5({ _tag: "Failed", error: crowded }));
      queue.add({ operation: operation2, done: done5 });
    }
  });
  const enter = (restore) => suspend4(() => {
    if (queue.isCrowded()) return crowded;
    let entered = false;
    const wait = async2((resume2) => {
      const host = {
        enter: () => {
          entered = true;
          resume2(_void);
        }
      };
      queue.add(host);
      return sync3(() => void queue.withdraw(host));
    });
    const leaveIfEntered = sync3(() => {
      if (entered) queue.leave();
    });
    return onInterrupt2(restore(wait), () => leaveIfEntered);
  });
  const leave = sync3(queue.leave);
  const transact = (perform2, restore) => zipRight2(
    enter(restore),
    ensuring2(
      zipRight2(
        begin3(database2, writer, restore),
        tap2(
          perform2(writer),
          (exit4) => exit4._tag === "Success" ? commit2(database2, writer) : rollback(writer)
        )
      ),
      leave
    )
  );
  return make2(OperationStore, store).pipe(add2(UnitOfWork, over(database2, transact)));
});
var layer26 = (options2) => scopedContext2(make86(options2));

// ../storage-sqlite/src/internal/open.ts
import { closeSync, openSync } from "node:fs";

// ../storage-sqlite/src/SettingRefused.ts
var SettingRefused = class extends TaggedError2("@florin/storage-sqlite/SettingRefused")(
  "SettingRefused",
  { setting: String$ }
) {
  get message() {
    return `SQLite did not accept the setting ${this.setting}`;
  }
};

// ../storage-sqlite/src/internal/connection.ts
import Sqlite from "better-sqlite3";
var mostPrepared = 500;
var noRows = [];
var preparedOf = (statement) => ({
  run: (parameters) => statement.run(...parameters).changes,
  all: (parameters) => statement.all(...parameters)
});
var over2 = (database2) => {
  const prepared = /* @__PURE__ */ new Map();
  const prepare = (text3) => {
    const known4 = prepared.get(text3);
    if (known4 !== void 0) return known4;
    const statement = database2.prepare(text3);
    if (prepared.size < mostPrepared) prepared.set(text3, statement);
    return statement;
  };
  const now3 = (text3, parameters) => {
    const statement = prepare(text3);
    if (statement.reader) return statement.all(...parameters);
    statement.run(...parameters);
    return noRows;
  };
  return {
    now: now3,
    prepare: (text3) => preparedOf(prepare(text3)),
    execute: (text3, parameters) => try_3({ try: () => now3(text3, parameters), catch: (error) => error })
  };
};
var connect = (filename, options2 = {}) => acquireRelease2(
  try_3({ try: () => new Sqlite(filename, options2), catch: (error) => error }),
  (database2) => sync3(() => database2.close())
).pipe(map12(over2));

// ../storage-sqlite/src/internal/sqliteDialect.ts
var reasons = [
  ["SQLITE_BUSY", "busy"],
  ["SQLITE_LOCKED", "busy"],
  ["SQLITE_FULL", "full"],
  ["SQLITE_READONLY", "readonly"],
  ["SQLITE_PERM", "readonly"],
  ["SQLITE_CANTOPEN", "unavailable"],
  ["SQLITE_IOERR", "unavailable"],
  ["SQLITE_CONSTRAINT", "constraint"],
  ["SQLITE_CORRUPT", "corrupt"],
  ["SQLITE_NOTADB", "corrupt"],
  ["ENOSPC", "full"],
  ["EDQUOT", "full"],
  ["EROFS", "readonly"],
  ["EACCES", "readonly"],
  ["EPERM", "readonly"],
  ["E", "unavailable"]
];
var codeOf2 = (error) => typeof error === "object" && error !== null && "code" in error && typeof error.code === "string" ? error.code : void 0;
var classify = (error) => {
  const code = codeOf2(error);
  if (code === void 0) return { reason: "unexpected" };
  return { reason: reasons.find(([prefix]) => code.startsWith(prefix))?.[1] ?? "unexpected", detail: code };
};
var sqliteDialect = {
  name: "sqlite",
  begin: "BEGIN IMMEDIATE",
  placeholders: (statement) => statement,
  forUpdate: "",
  skipLocked: "",
  lateral: (inner) => `SELECT jobs.* FROM shares CROSS JOIN jobs WHERE jobs.rowid IN (${inner.replace("{id}", "rowid")})`,
  text: "TEXT",
  classify
};

// ../storage-sqlite/src/internal/open.ts
var common = {
  busy_timeout: 20,
  cell_size_check: 1,
  foreign_keys: 1,
  mmap_size: 0,
  temp_store: 2,
  trusted_schema: 0
};
var writing = { fullfsync: 1, journal_size_limit: 64 * 1024 * 1024, secure_delete: 1, synchronous: 2 };
var failed2 = (error) => error instanceof StorageError ? error : new StorageError({ operation: "store.open", ...sqliteDialect.classify(error) });
var inMemory = /* @__PURE__ */ new Set(["", ":memory:"]);
var create = (filename) => inMemory.has(filename) ? _void : try_3({ try: () => closeSync(openSync(filename, "a", 384)), catch: failed2 });
var ask = (connection, statement) => mapError2(connection.execute(statement, []), failed2);
var valueOf = (row) => Object.values(row ?? {})[0];
var set7 = fnUntraced2(function* (connection, pragmas) {
  for (const [name, wanted] of Object.entries(pragmas)) {
    yield* ask(connection, `PRAGMA ${name} = ${wanted}`);
    const [row] = yield* ask(connection, `PRAGMA ${name}`);
    if (valueOf(row) !== wanted) return yield* new SettingRefused({ setting: name });
  }
});
var keepLog = fnUntraced2(function* (connection) {
  const [row] = yield* ask(connection, "PRAGMA journal_mode = WAL");
  if (valueOf(row) !== "wal") return yield* new SettingRefused({ setting: "journal_mode" });
});
var openWriter = fnUntraced2(function* (filename) {
  yield* create(filename);
  const connection = yield* mapError2(connect(filename), failed2);
  yield* keepLog(connection);
  yield* set7(connection, { ...common, ...writing });
  return connection;
});
var openReader = fnUntraced2(function* (filename) {
  const connection = yield* mapError2(connect(filename, { readonly: true }), failed2);
  yield* set7(connection, common);
  return connection;
});

// ../storage-sqlite/src/SqliteStore.ts
var database = ({
  filename,
  patience = "5 seconds"
}) => scoped3(
  Database,
  gen2(function* () {
    const writer = yield* openWriter(filename);
    const reader = yield* openReader(filename);
    return make75({
      dialect: sqliteDialect,
      patience: decode(patience),
      reserve: succeed6(writer),
      read: reader.execute
    });
  })
);
var gather = (flush) => void setImmediate(flush);
var layer27 = (options2) => layer25(layer26({ gather })).pipe(provide2(database(options2)));
var temporaryDirectory = acquireRelease2(
  sync3(() => mkdtempSync(join4(tmpdir(), "florin-"))),
  (directory2) => sync3(() => rmSync(directory2, { recursive: true, force: true }))
);
var layerTemporary = unwrapScoped2(
  map12(temporaryDirectory, (directory2) => layer27({ filename: join4(directory2, "florin.db") }))
);

// ../vault/src/Vault.ts
import { createHmac as createHmac3 } from "node:crypto";

// ../vault/src/Envelope.ts
import { createCipheriv, createDecipheriv } from "node:crypto";
var algorithm = "aes-256-gcm";
var version = 1;
var nonceLength = 12;
var tagLength = 16;
var dataKeyLength = 32;
var bodyStart = 1 + nonceLength + dataKeyLength + tagLength;
var failed3 = (reason) => left2(new VaultError({ reason }));
var bound = (parts2) => Buffer.from(JSON.stringify(parts2));
var forNumber = ({ shop: shop2, token }, firstKeyId) => bound(["florin card number 1", shop2, token, firstKeyId]);
var forDataKey = ({ shop: shop2, token }, keyId, body2) => bound(["florin data key 1", shop2, token, keyId, body2.toString("base64url")]);
var encrypt = (key3, nonce, plain2, binding) => {
  const cipher = createCipheriv(algorithm, key3, nonce, { authTagLength: tagLength });
  cipher.setAAD(binding);
  return Buffer.concat([nonce, cipher.update(plain2), cipher.final(), cipher.getAuthTag()]);
};
var decrypt = (key3, box, binding) => {
  const decipher = createDecipheriv(algorithm, key3, box.subarray(0, nonceLength), { authTagLength: tagLength });
  decipher.setAAD(binding);
  decipher.setAuthTag(box.subarray(-tagLength));
  const plain2 = decipher.update(box.subarray(nonceLength, -tagLength));
  try {
    decipher.final();
    return plain2;
  } catch {
    plain2.fill(0);
    return void 0;
  }
};
var pack2 = (wrapped, body2) => Buffer.concat([Uint8Array.of(version), wrapped, body2]).toString("base64url");
var unpack = (sealed) => {
  const bytes = Buffer.from(sealed, "base64url");
  if (bytes[0] !== version || bytes.toString("base64url") !== sealed) return void 0;
  const body2 = bytes.subarray(bodyStart);
  const numberStart = 1 + (body2[0] ?? 0);
  if (body2.length <= numberStart + nonceLength + tagLength) return void 0;
  return {
    wrapped: bytes.subarray(1, bodyStart),
    body: body2,
    firstKeyId: body2.toString("latin1", 1, numberStart),
    number: body2.subarray(numberStart)
  };
};
var scrubbing = (secret2, use) => {
  try {
    return use(secret2);
  } finally {
    secret2.fill(0);
  }
};
var seal = (random3, ring2, holder, digits) => {
  const keyId = ring2.current;
  const key3 = ring2.keys.get(keyId);
  if (key3 === void 0) return failed3("no-key");
  return scrubbing(random3(dataKeyLength), (dataKey) => {
    const number5 = scrubbing(
      Buffer.from(value2(digits), "latin1"),
      (plain2) => encrypt(dataKey, random3(nonceLength), plain2, forNumber(holder, keyId))
    );
    const body2 = Buffer.concat([Uint8Array.of(keyId.length), Buffer.from(keyId, "latin1"), number5]);
    const wrapped = encrypt(value2(key3), random3(nonceLength), dataKey, forDataKey(holder, keyId, body2));
    return right2({ keyId, sealed: pack2(wrapped, body2) });
  });
};
var withDataKey = (ring2, holder, { keyId, sealed }, use) => {
  const key3 = ring2.keys.get(keyId);
  if (key3 === void 0) return failed3("unknown-key");
  const parts2 = unpack(sealed);
  if (parts2 === void 0) return failed3("altered");
  const dataKey = decrypt(value2(key3), parts2.wrapped, forDataKey(holder, keyId, parts2.body));
  return dataKey === void 0 ? failed3("altered") : scrubbing(dataKey, (_) => use(_, parts2));
};
var open3 = (ring2, holder, sealed) => withDataKey(ring2, holder, sealed, (dataKey, { firstKeyId, number: number5 }) => {
  const plain2 = decrypt(dataKey, number5, forNumber(holder, firstKeyId));
  if (plain2 === void 0) return failed3("altered");
  return right2(scrubbing(plain2, () => make39(plain2.toString("latin1"))));
});
var rewrap = (random3, ring2, holder, sealed) => {
  const keyId = ring2.current;
  if (sealed.keyId === keyId) return right2(sealed);
  const key3 = ring2.keys.get(keyId);
  if (key3 === void 0) return failed3("no-key");
  return withDataKey(ring2, holder, sealed, (dataKey, { body: body2 }) => {
    const wrapped = encrypt(value2(key3), random3(nonceLength), dataKey, forDataKey(holder, keyId, body2));
    return right2({ keyId, sealed: pack2(wrapped, body2) });
  });
};

// ../vault/src/Vault.ts
var stampOf = (key3, digits) => createHmac3("sha256", value2(key3)).update(value2(digits), "latin1").digest("hex");
var make87 = gen2(function* () {
  const keys5 = yield* KeyProvider;
  const reload = keys5.reload.pipe(
    catchAll3(({ reason }) => logWarning2("The key ring could not be read again", reason))
  );
  const withRing = (use) => {
    const once2 = flatMap11(keys5.ring, use);
    return catchIf2(
      once2,
      ({ reason }) => reason === "unknown-key",
      () => zipRight2(reload, once2)
    );
  };
  return CardVault.of({
    stamp: ({ digits }) => map12(keys5.ring, ({ stamp }) => stampOf(stamp, digits)),
    seal: (shop2, token, { digits }) => flatMap11(Entropy, (random3) => withRing((ring2) => seal(random3, ring2, { shop: shop2, token }, digits))),
    open: (shop2, token, sealed) => withRing((ring2) => open3(ring2, { shop: shop2, token }, sealed)),
    rewrap: (shop2, token, sealed) => flatMap11(Entropy, (random3) => withRing((ring2) => rewrap(random3, ring2, { shop: shop2, token }, sealed))),
    currentKey: map12(keys5.ring, ({ current }) => current)
  });
});
var layer28 = effect(CardVault, make87);

// ../../node_modules/.pnpm/effect@3.22.4/node_modules/effect/dist/esm/internal/managedRuntime.js
function provide3(managed, effect2) {
  return flatMap7(managed.runtimeEffect, (rt) => withFiberRuntime((fiber) => {
    fiber.setFiberRefs(rt.fiberRefs);
    fiber.currentRuntimeFlags = rt.runtimeFlags;
    return provideContext(effect2, rt.context);
  }));
}
var ManagedRuntimeProto = {
  ...CommitPrototype2,
  [TypeId13]: TypeId13,
  pipe() {
    return pipeArguments(this, arguments);
  },
  commit() {
    return this.runtimeEffect;
  }
};
var make88 = (layer29, memoMap) => {
  memoMap = memoMap ?? unsafeMakeMemoMap();
  const scope3 = unsafeRunSyncEffect(scopeMake());
  let buildFiber;
  const runtimeEffect = suspend(() => {
    if (!buildFiber) {
      const scheduler = new SyncScheduler();
      buildFiber = unsafeForkEffect(tap(extend2(toRuntimeWithMemoMap(layer29, memoMap), scope3), (rt) => {
        self.cachedRuntime = rt;
      }), {
        scope: scope3,
        scheduler
      });
      scheduler.flush();
    }
    return flatten3(buildFiber.await);
  });
  const self = Object.assign(Object.create(ManagedRuntimeProto), {
    memoMap,
    scope: scope3,
    runtimeEffect,
    cachedRuntime: void 0,
    runtime() {
      return self.cachedRuntime === void 0 ? unsafeRunPromiseEffect(self.runtimeEffect) : Promise.resolve(self.cachedRuntime);
    },
    dispose() {
      return unsafeRunPromiseEffect(self.disposeEffect);
    },
    disposeEffect: suspend(() => {
      ;
      self.runtimeEffect = die2("ManagedRuntime disposed");
      self.cachedRuntime = void 0;
      return close(self.scope, exitVoid);
    }),
    runFork(effect2, options2) {
      return self.cachedRuntime === void 0 ? unsafeForkEffect(provide3(self, effect2), options2) : unsafeFork3(self.cachedRuntime)(effect2, options2);
    },
    runSyncExit(effect2) {
      return self.cachedRuntime === void 0 ? unsafeRunSyncExitEffect(provide3(self, effect2)) : unsafeRunSyncExit(self.cachedRuntime)(effect2);
    },
    runSync(effect2) {
      return self.cachedRuntime === void 0 ? unsafeRunSyncEffect(provide3(self, effect2)) : unsafeRunSync(self.cachedRuntime)(effect2);
    },
    runPromiseExit(effect2, options2) {
      return self.cachedRuntime === void 0 ? unsafeRunPromiseExitEffect(provide3(self, effect2), options2) : unsafeRunPromiseExit(self.cachedRuntime)(effect2, options2);
    },
    runCallback(effect2, options2) {
      return self.cachedRuntime === void 0 ? unsafeRunCallback(defaultRuntime)(provide3(self, effect2), options2) : unsafeRunCallback(self.cachedRuntime)(effect2, options2);
    },
    runPromise(effect2, options2) {
      return self.cachedRuntime === void 0 ? unsafeRunPromiseEffect(provide3(self, effect2), options2) : unsafeRunPromise(self.cachedRuntime)(effect2, options2);
    }
  });
  return self;
};

// ../../node_modules/.pnpm/effect@3.22.4/node_modules/effect/dist/esm/ManagedRuntime.js
var make89 = make88;

// bin/acquirer.ts
var report = { ...noReport, authCode: "123456", bankCode: "00", rrn: "123456789012", billingDescriptor: "An order" };
var approved = succeed6(AcquirerAnswer.Approved({ report }));
var known3 = succeed6(AcquirerStatus.Approved({ report }));
var atOnce = {
  gatewayId: 1,
  name: "at once",
  simulated: false,
  inFlightWindow: zero,
  perform: () => approved,
  status: () => known3
};
var acquirers = succeed7(Acquirers, [atOnce]);

// bin/orders.ts
var shopId = "bench";
var secret = "bench-secret-0001";
var body = (number5) => ({
  request: {
    amount: 1e3 + number5,
    currency: "EUR",
    description: "An order",
    tracking_id: `order-${number5}`,
    credit_card: {
      number: "4200000000000000",
      verification_value: "123",
      holder: "Jane Doe",
      exp_month: "12",
      exp_year: "2035"
    }
  }
});

// bin/florin.ts
var key2 = (byte) => Buffer.alloc(32, byte).toString("base64");
var ring = JSON.stringify({ current: "k1", keys: { k1: key2(1) }, stamp: key2(2) });
var shops2 = layerListed([{ id: ShopId.make(shopId), secretKey: make39(secret) }]);
var sqlite = (filename) => layer27({ filename });
var webhooks = { allowHttp: true, allowLoopback: true };
var gateway = (store, settings2) => layer18({ baseUrl: "https://pay.example", webhooks }).pipe(
  provideMerge2(mergeAll5(shops2, layer28, acquirers)),
  provideMerge2(layerText(make39(ring))),
  provideMerge2(store),
  provide2(settings2),
  orDie3
);
var shop = flatMap11(
  ShopDirectory,
  (directory2) => map12(directory2.find(ShopId.make(shopId)), getOrThrow2)
);
var start2 = async (store, settings2 = empty27) => {
  const runtime5 = make89(gateway(store, settings2));
  const { authorize } = await runtime5.runPromise(Cards);
  const merchant = await runtime5.runPromise(shop);
  return {
    authorize: (number5) => runtime5.runPromise(
      map12(
        flatMap11(authorization(body(number5)), (request) => authorize(merchant, request)),
        ({ document: document3 }) => document3
      )
    ),
    stop: () => runtime5.dispose()
  };
};

// bin/measure.ts
var own = () => process.cpuUsage();
var timed2 = async (count, work, cpuUsage = own) => {
  const before2 = await cpuUsage();
  const begun = performance.now();
  await work();
  const wall = performance.now() - begun;
  const after = await cpuUsage();
  const cpu = (after.user - before2.user + after.system - before2.system) / count;
  return { perSecond: count / wall * 1e3, p50: Number.NaN, p99: Number.NaN, cpu };
};
var at = (sorted, share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
var measure = async (count, inFlight, one2, cpuUsage = own) => {
  const took = [];
  let next = 0;
  const lane = async () => {
    while (next < count) {
      const begun = performance.now();
      await one2(next++);
      took.push(performance.now() - begun);
    }
  };
  const lanes2 = () => Promise.all(Array.from({ length: Math.min(inFlight, count) }, lane));
  const figures = await timed2(count, lanes2, cpuUsage);
  took.sort((left3, right3) => left3 - right3);
  return { ...figures, p50: at(took, 0.5), p99: at(took, 0.99) };
};

// .prof.ts
import { mkdtempSync as mkdtempSync2 } from "node:fs";
var dir = mkdtempSync2(process.cwd() + "/.prof-");
var f = await start2(sqlite(dir + "/x.db"));
var n = Number(process.argv[2] ?? 1e4);
var inflight = Number(process.argv[3] ?? 64);
for (let i = 0; i < 4; i++) await measure(2e3, inflight, (k) => f.authorize(1e6 * (i + 1) + k));
var out = await measure(n, inflight, (k) => f.authorize(9e7 + k));
console.log(JSON.stringify(out));
await f.stop();
process.exit(0);
