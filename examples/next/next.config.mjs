// The console's first page stands at an address with a slash at its end.
export default { serverExternalPackages: ["florin"], skipTrailingSlashRedirect: true }
