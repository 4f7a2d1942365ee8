import { assert, describe, it } from "@effect/vitest"
import { deepStrictEqual } from "@effect/vitest/utils"
import * as AddressGuard from "@florin/webhook-dispatcher/AddressGuard"
import { Resolver } from "@florin/webhook-dispatcher/Resolver"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"

const strict: AddressGuard.Policy = { allowHttp: false, allowLoopback: false }
const sandbox: AddressGuard.Policy = { allowHttp: true, allowLoopback: true }

const zone: Readonly<Record<string, ReadonlyArray<string>>> = {
  "shop.example": ["93.184.216.34", "2606:2800:220:1::1"],
  "xn--e1afmkfd.example": ["93.184.216.34"],
  "inside.example": ["10.0.0.7"],
  "mixed.example": ["93.184.216.34", "192.168.1.1"],
  "mixed6.example": ["93.184.216.34", "fd00::1"],
  "mapped.example": ["::ffff:10.0.0.1"],
  "scoped.example": ["2606:2800:220:1::1%eth0"],
  "garbage.example": ["not an address"],
  "octal.example": ["010.0.0.1"],
  "metadata.example": ["169.254.169.254"],
  "self.example": ["127.0.0.1"],
  localhost: ["127.0.0.1", "::1"],
  "localhost.": ["127.0.0.1", "::1"]
}

const check = (text: string, policy: AddressGuard.Policy) =>
  Either.flatMap(AddressGuard.parse(text, policy), (url) => {
    const { address, name } = AddressGuard.hostOf(url)
    return AddressGuard.targetOf(url, address === undefined ? (zone[name] ?? []) : [address], policy)
  })

const visit = (url: string, policy: AddressGuard.Policy) =>
  Effect.match(check(url, policy), { onFailure: (_) => _.reason, onSuccess: (_) => _.addresses.join(" ") })

// Source: D35; reliability, "SSRF".
describe("where a request may go", () => {
  it.effect.each([
    // url, what the default policy says, what the sandbox's policy says where it differs
    ["https://shop.example/hook?x=1", "93.184.216.34 2606:2800:220:1::1"],
    ["https://SHOP.example/", "93.184.216.34 2606:2800:220:1::1"],
    ["https://shop.example:8443/", "93.184.216.34 2606:2800:220:1::1"],
    ["https://пример.example/", "93.184.216.34"],
    ["https://93.184.216.34/", "93.184.216.34"],
    ["https://[2606:2800:220:1::1]/", "2606:2800:220:1::1"],
    ["https://[2606:2800:220:1::1]:8443/", "2606:2800:220:1::1"],
    // scheme
    ["http://shop.example/", "scheme", "93.184.216.34 2606:2800:220:1::1"],
    ["http://10.0.0.1/", "scheme", "address"],
    ["ftp://shop.example/", "scheme"],
    ["file:///etc/passwd", "scheme"],
    ["data:text/plain,x", "scheme"],
    ["javascript:0", "scheme"],
    ["unix:/var/run/docker.sock", "scheme"],
    ["", "not-a-url"],
    ["shop.example", "not-a-url"],
    ["//shop.example/", "not-a-url"],
    ["https://", "not-a-url"],
    ["https://[::1/", "not-a-url"],
    ["https://[fe80::1%25eth0]/", "not-a-url"],
    ["https://shop.example:65536/", "not-a-url"],
    ["https://256.256.256.256/", "not-a-url"],
    ["https://shop.example:0/", "port"],
    ["https://user@shop.example/", "credentials"],
    ["https://user:secret@shop.example/", "credentials"],
    ["https://shop.example@127.0.0.1/", "credentials"],
    ["https://:secret@shop.example/", "credentials"],
    ["https://shop.example\\@127.0.0.1/", "93.184.216.34 2606:2800:220:1::1"],
    // this machine
    ["https://127.0.0.1/", "address", "127.0.0.1"],
    ["https://127.255.255.254/", "address", "127.255.255.254"],
    ["https://127.1/", "address", "127.0.0.1"],
    ["https://0177.0.0.1/", "address", "127.0.0.1"],
    ["https://0x7f.0.0.1/", "address", "127.0.0.1"],
    ["https://0x7f000001/", "address", "127.0.0.1"],
    ["https://2130706433/", "address", "127.0.0.1"],
    ["https://017700000001/", "address", "127.0.0.1"],
    ["https://127.0.0.1./", "address", "127.0.0.1"],
    ["https://%31%32%37.0.0.1/", "address", "127.0.0.1"],
    ["https://127。0。0。1/", "address", "127.0.0.1"],
    ["https://①②⑦.0.0.1/", "address", "127.0.0.1"],
    ["https://[::1]/", "address", "::1"],
    ["https://[0:0:0:0:0:0:0:1]/", "address", "::1"],
    ["https://localhost/", "address", "127.0.0.1 ::1"],
    ["https://localhost./", "address", "127.0.0.1 ::1"],
    ["https://self.example/", "address", "127.0.0.1"],
    // forms of IPv6 that hold an IPv4 address
    ["https://[::ffff:127.0.0.1]/", "address"],
    ["https://[::ffff:7f00:1]/", "address"],
    ["https://[::127.0.0.1]/", "address"],
    ["https://[::7f00:1]/", "address"],
    ["https://[::ffff:0:127.0.0.1]/", "address"],
    ["https://[64:ff9b::127.0.0.1]/", "address"],
    ["https://[64:ff9b::a9fe:a9fe]/", "address"],
    ["https://[64:ff9b:1::a00:1]/", "address"],
    ["https://[2002:7f00:1::]/", "address"],
    ["https://[2001:0:7f00:1::]/", "address"],
    // ranges that are not public
    ["https://0.0.0.0/", "address"],
    ["https://0/", "address"],
    ["https://0.1.2.3/", "address"],
    ["https://10.0.0.1/", "address"],
    ["https://012.0.0.1/", "address"],
    ["https://100.64.0.1/", "address"],
    ["https://169.254.169.254/latest/meta-data/", "address"],
    ["https://0xa9fea9fe/", "address"],
    ["https://2852039166/", "address"],
    ["https://172.16.0.1/", "address"],
    ["https://172.31.255.255/", "address"],
    ["https://172.32.0.0/", "172.32.0.0"],
    ["https://192.0.0.8/", "address"],
    ["https://192.0.2.1/", "address"],
    ["https://192.168.0.1/", "address"],
    ["https://198.18.0.1/", "address"],
    ["https://224.0.0.1/", "address"],
    ["https://240.0.0.1/", "address"],
    ["https://255.255.255.255/", "address"],
    ["https://[::]/", "address"],
    ["https://[100::1]/", "address"],
    ["https://[fc00::1]/", "address"],
    ["https://[fd00:ec2::254]/", "address"],
    ["https://[fe80::1]/", "address"],
    ["https://[fec0::1]/", "address"],
    ["https://[ff02::1]/", "address"],
    ["https://[2001:db8::1]/", "address"],
    ["https://[4000::1]/", "address"],
    // names
    ["https://nobody.example/", "unresolved"],
    ["https://inside.example/", "address"],
    ["https://mixed.example/", "address"],
    ["https://mixed6.example/", "address"],
    ["https://mapped.example/", "address"],
    ["https://scoped.example/", "address"],
    ["https://garbage.example/", "address"],
    ["https://octal.example/", "address"],
    ["https://metadata.example/", "address"]
  ] as ReadonlyArray<readonly [string, string, string?]>)("%s is %s", ([url, expected, inSandbox]) =>
    Effect.gen(function* () {
      assert.strictEqual(yield* visit(url, strict), expected)
      assert.strictEqual(yield* visit(url, sandbox), inSandbox ?? expected)
    })
  )

  // Source: RFC 6890 and the IANA registries of special addresses: the last address before, the first and last inside,
  // the first after.
  it.each([
    ["0.0.0.0/8", undefined, "0.0.0.0", "0.255.255.255", "1.0.0.0"],
    ["10.0.0.0/8", "9.255.255.255", "10.0.0.0", "10.255.255.255", "11.0.0.0"],
    ["100.64.0.0/10", "100.63.255.255", "100.64.0.0", "100.127.255.255", "100.128.0.0"],
    ["127.0.0.0/8", "126.255.255.255", "127.0.0.0", "127.255.255.255", "128.0.0.0"],
    ["169.254.0.0/16", "169.253.255.255", "169.254.0.0", "169.254.255.255", "169.255.0.0"],
    ["172.16.0.0/12", "172.15.255.255", "172.16.0.0", "172.31.255.255", "172.32.0.0"],
    ["192.0.2.0/24", "192.0.1.255", "192.0.2.0", "192.0.2.255", "192.0.3.0"],
    ["192.168.0.0/16", "192.167.255.255", "192.168.0.0", "192.168.255.255", "192.169.0.0"],
    ["198.18.0.0/15", "198.17.255.255", "198.18.0.0", "198.19.255.255", "198.20.0.0"],
    ["198.51.100.0/24", "198.51.99.255", "198.51.100.0", "198.51.100.255", "198.51.101.0"],
    ["203.0.113.0/24", "203.0.112.255", "203.0.113.0", "203.0.113.255", "203.0.114.0"],
    ["224.0.0.0/3", "223.255.255.255", "224.0.0.0", "255.255.255.255", undefined],
    ["all before 2000::/3", undefined, "::", "1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "2000::"],
    ["2001:db8::/32", "2001:db7:ffff:ffff:ffff:ffff:ffff:ffff", "2001:db8::", "2001:db8:ffff::", "2001:db9::"],
    ["2002::/16", "2001:ffff:ffff::", "2002::", "2002:ffff::", "2003::"],
    ["all after 2000::/3", "3ffe:ffff::", "4000::", "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", undefined]
  ] as const)("D35: nothing of %s is public, and what lies beside it is", (_, before, first, last, after) => {
    const isPublic = (address: string | undefined) => address === undefined || AddressGuard.isAllowed(address, strict)
    assert.deepStrictEqual([before, first, last, after].map(isPublic), [true, false, false, true])
  })

  it("what is refused is not repeated in the error", () => {
    const error = Either.flip(check("https://user:secret-4921@shop.example/", strict)).pipe(Either.getOrThrow)
    assert.notInclude(JSON.stringify(error) + String(error), "secret-4921")
  })

  it.live.each(["localhost", "LOCALHOST.", "shop.localhost"])(
    "%s is this machine without asking a name server",
    (name) =>
      Effect.gen(function* () {
        deepStrictEqual(yield* (yield* Resolver)(name), ["127.0.0.1", "::1"])
      })
  )
})
