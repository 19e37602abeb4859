/** The nonce that the content security policy requires of style elements; the server generates one per response. */
export const nonce = document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce ?? ''

// The library that locks scrolling behind dialogs reads it from here.
Object.assign(globalThis, { __webpack_nonce__: nonce })
