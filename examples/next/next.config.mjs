export default { serverExternalPackages: ["florin"] }
