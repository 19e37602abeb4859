import { Drawer, type DrawerProps, Modal, type ModalProps } from '@mantine/core'
import { useEffect } from 'react'
import { focusMain, isFocusLost } from './focus.ts'

interface DialogProps extends ModalProps {
  /** Only its own buttons close it, so that a stray click or key cannot. */
  mustAnswer?: boolean
}

const MUST_ANSWER = { withCloseButton: false, closeOnEscape: false, closeOnClickOutside: false }

/** A modal dialog. The page behind it is inert. */
export function Dialog({ mustAnswer, ...props }: DialogProps) {
  useInertPage(props.opened)
  return <Modal {...(mustAnswer && MUST_ANSWER)} {...props} />
}

/** A modal dialog at the side of the page. The page behind it is inert. */
export function SideDialog(props: DrawerProps) {
  useInertPage(props.opened)
  return <Drawer {...props} />
}

let openDialogs = 0
/** Mantine returns the focus 10 ms after a dialog was closed. */
export const FOCUS_RETURNED_MS = 20

/**
 * Makes the page inert while a dialog is open: the Tab key cannot leave the dialog, not even from an element that lost the
 * focus, and a dialog that closes as another one opens cannot move the focus to the page. When the last one closes and the
 * button that opened it no longer exists, focuses the main element.
 */
function useInertPage(opened: boolean): void {
  useEffect(() => {
    if (!opened) return
    const page = document.getElementById('root')!
    openDialogs++
    page.inert = true
    return () => {
      openDialogs--
      if (openDialogs) return
      page.inert = false
      setTimeout(() => {
        if (!openDialogs && isFocusLost()) focusMain()
      }, FOCUS_RETURNED_MS)
    }
  }, [opened])
}
