/** The mark that lets this page's own style elements pass its content security policy; the server makes one a page. */
export const nonce = document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce ?? ''

// The library that keeps the page from scrolling behind a dialog looks for it here.
Object.assign(globalThis, { __webpack_nonce__: nonce })
