import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import { useAction } from '../../ui/action.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { suggestionsIn } from '../../ui/counts.ts'
import { notify } from '../../ui/notify.ts'
import { SelectionBar } from '../../ui/selection-bar.tsx'
import { decide, keep } from './decide.ts'

interface SelectedCandidatesProps {
  ids: readonly string[]
  onClear: () => void
  onSelectAll: () => void
}

/** The decisions on all selected suggestions, in a bar at the bottom of the window. */
export function SelectedCandidates({ ids, onClear, onSelectAll }: SelectedCandidatesProps) {
  const [asking, setAsking] = useState(false)
  const action = useAction()
  const count = suggestionsIn(ids.length)
  const keepSelected = () =>
    action.run(async () => {
      await keep(ids)
      onClear()
    })
  const decline = async () => {
    const declined = await decide('decline', ids)
    onClear()
    notify({ message: t`Declined: ${suggestionsIn(declined.length)}` })
  }
  return (
    <>
      <SelectionBar
        label={t`Selected suggestions`}
        selected={ids.length}
        count={count}
        error={action.error}
        onClear={onClear}
        onSelectAll={onSelectAll}
      >
        <Button size="compact-md" loading={action.busy} onClick={keepSelected}>
          <Trans>Keep</Trans>
        </Button>
        <Button size="compact-md" variant="default" onClick={() => setAsking(true)}>
          <Trans>Decline</Trans>
        </Button>
      </SelectionBar>
      <Confirm
        title={t`Decline ${count}?`}
        submitLabel={t`Decline`}
        opened={asking}
        onClose={() => setAsking(false)}
        onConfirm={decline}
      >
        <Text>
          <Trans>Their text is deleted for good. The same import does not suggest them again.</Trans>
        </Text>
      </Confirm>
    </>
  )
}
