import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Affix, Button, CloseButton, Stack, Text, Transition } from '@mantine/core'
import type { ReactNode } from 'react'
import { ErrorAlert } from './error-alert.tsx'
import { keepAbove } from './keep-above.ts'
import css from './selection-bar.module.css'

/** Above the page, and below the overlay of a dialog. */
const Z_INDEX = 100

interface SelectionBarProps {
  /** The name of the region for screen readers. */
  label: string
  /** How many items are selected; without one the bar is hidden. */
  selected: number
  /** The same number with the name of the items, as in “3 memories”. */
  count: string
  /** Why the last action failed; undefined if it did not. */
  error: unknown
  onClear: () => void
  onSelectAll: () => void
  /** The buttons of the actions. */
  children: ReactNode
}

/** The actions for all selected items of a list, in a bar at the bottom of the window. */
export function SelectionBar({ label, selected, count, error, onClear, onSelectAll, children }: SelectionBarProps) {
  return (
    <Transition mounted={selected > 0} transition="slide-up">
      {(style) => (
        <Affix
          zIndex={Z_INDEX}
          position={{ bottom: 16, left: 8, right: 8 }}
          className={css.place}
          style={{ pointerEvents: 'none' }}
        >
          <Stack
            ref={keepAbove}
            role="region"
            aria-label={label}
            className={css.bar}
            style={{ ...style, pointerEvents: 'auto' }}
            w="fit-content"
            mx="auto"
            px="md"
            py="xs"
            gap="xs"
          >
            <div className={css.line}>
              <Text size="sm" fw={600}>
                <Trans>{count} selected</Trans>
              </Text>
              <Button size="compact-md" variant="subtle" onClick={onSelectAll}>
                <Trans>Select all shown</Trans>
              </Button>
              <div className={css.actions}>{children}</div>
              <CloseButton className={css.clear} aria-label={t`Clear the selection`} onClick={onClear} />
            </div>
            {error !== undefined && <ErrorAlert error={error} />}
          </Stack>
        </Affix>
      )}
    </Transition>
  )
}
