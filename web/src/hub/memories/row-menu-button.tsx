import { t } from '@lingui/core/macro'
import { ActionIcon, type ActionIconProps } from '@mantine/core'
import Ellipsis from 'lucide-react/icons/ellipsis'
import type { ComponentPropsWithRef } from 'react'

/** The button of the menu of a row. */
export function RowMenuButton(props: ActionIconProps & Omit<ComponentPropsWithRef<'button'>, 'color'>) {
  return (
    <ActionIcon size="lg" variant="subtle" color="gray" aria-label={t`More`} aria-haspopup="menu" {...props}>
      <Ellipsis size={16} />
    </ActionIcon>
  )
}
