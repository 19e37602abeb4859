/** Whether the browser draws a Japanese character otherwise than one that no font has, as an expression that it evaluates. */
export const HAS_JAPANESE = `(() => {
  const draw = (character) => {
    const context = Object.assign(document.createElement('canvas'), { width: 40, height: 40 }).getContext('2d')
    context.font = '32px sans-serif'
    context.fillText(character, 0, 32)
    return context.canvas.toDataURL()
  }
  return draw('記') !== draw('\\u{10fffd}')
})()`
