/**
 * The vault: seals card numbers, compares them without reading them, keeps the keys.
 *
 * @since 0.1.0
 */
export * as KeyFile from "./KeyFile.js"
export * as KeyProvider from "./KeyProvider.js"
export * as KeyRing from "./KeyRing.js"
export * as KeyRingError from "./KeyRingError.js"
export * as Rotation from "./Rotation.js"
export * as SecretHash from "./SecretHash.js"
export * as SecurityCodes from "./SecurityCodes.js"
export * as ShopSecrets from "./ShopSecrets.js"
export * as Vault from "./Vault.js"
