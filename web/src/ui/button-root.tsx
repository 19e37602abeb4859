import type { ComponentPropsWithRef, MouseEvent } from 'react'

interface ButtonRootProps extends ComponentPropsWithRef<'button'> {
  'data-loading'?: boolean
  'data-disabled'?: boolean
}

/**
 * Renders the element of a button. While its action runs (`loading`), or another one that excludes it (`data-disabled`), it
 * ignores presses and has `aria-disabled`, which keeps the focus. The `disabled` attribute would move the focus to the page,
 * even from an open dialog (HTML, “focus fixup”).
 */
export function renderButton({ disabled, onClick, ...props }: ButtonRootProps) {
  const waits = props['data-loading'] ? !props['data-disabled'] : props['data-disabled'] && !disabled
  if (!waits) return <button {...props} disabled={disabled} onClick={onClick} />
  return <button {...props} aria-disabled onClick={ignore} />
}

/** A button that submits a form does not submit it either. */
const ignore = (event: MouseEvent) => event.preventDefault()
