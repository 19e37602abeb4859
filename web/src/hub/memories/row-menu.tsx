import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Menu } from '@mantine/core'
import { useOpenedOnDemand } from '../../ui/opened-on-demand.ts'
import { RowMenuButton } from './row-menu-button.tsx'

export interface RowMenuProps {
  isPinned: boolean
  /** Whether a change of the memory is still running: another one must wait for it. */
  isBusy: boolean
  onPin: () => void
  onEdit: () => void
  onShow: () => void
  onDelete: () => void
}

/** The menu of a row, which opens as soon as it is there. */
export function RowMenu({ isPinned, isBusy, onPin, onEdit, onShow, onDelete }: RowMenuProps) {
  const { button, menu } = useOpenedOnDemand()
  return (
    <Menu position="bottom-end" {...menu}>
      <Menu.Target>
        <RowMenuButton ref={button} />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={onEdit}>
          <Trans>Edit or move</Trans>
        </Menu.Item>
        <Menu.Item onClick={onShow}>
          <Trans>About this memory</Trans>
        </Menu.Item>
        {/* On wider screens, a button of the row does this. */}
        <Menu.Item hiddenFrom="sm" disabled={isBusy} onClick={onPin}>
          {isPinned ? t`Unpin` : t`Pin`}
        </Menu.Item>
        <Menu.Item c="var(--mantine-color-error)" disabled={isBusy} onClick={onDelete}>
          <Trans>Delete</Trans>
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
