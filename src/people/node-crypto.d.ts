// Type of Node's native scrypt, which Web Crypto lacks: the Worker's only use of Node's crypto module.

declare module "node:crypto" {
  export function scrypt(
    password: string,
    salt: Uint8Array,
    keyLength: number,
    options: { readonly cost: number; readonly blockSize: number; readonly parallelization: number },
    callback: (error: Error | null, derivedKey: Uint8Array) => void,
  ): void;
  export function timingSafeEqual(a: Uint8Array, b: Uint8Array): boolean;
}
