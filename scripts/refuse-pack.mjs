// Ends `npm pack` and `npm publish` of a package that depends on unpublished ones: its tarball could not be installed.
// npm also runs `prepack` before the script `pack` of the root, which packs what can be installed.
if (!process.env.npm_command?.startsWith('run')) {
  console.error(
    'This package cannot be installed alone: it depends on packages that are not published. `npm run pack` in the root of ' +
      'the repository writes the tarballs of all published packages to dist/.',
  )
  process.exit(1)
}
