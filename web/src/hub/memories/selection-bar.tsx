import { Affix, Button, Group, Text, Transition } from '@mantine/core'
import { useState } from 'react'
import { Confirm } from '../../ui/confirm.tsx'
import { deleteMemories, type Memory } from './memory.ts'
import css from './selection-bar.module.css'

/** The actions for all selected memories, in a bar at the bottom of the window. */
export function SelectionBar({ memories, onClear }: { memories: readonly Memory[]; onClear: () => void }) {
  const [confirming, setConfirming] = useState(false)
  const count = memories.length === 1 ? '1 memory' : `${memories.length} memories`
  return (
    <>
      <Transition mounted={memories.length > 0} transition="slide-up">
        {(style) => (
          <Affix position={{ bottom: 16, left: 0, right: 0 }} style={{ pointerEvents: 'none' }}>
            <Group
              role="region"
              aria-label="Selected memories"
              className={css.bar}
              style={{ ...style, pointerEvents: 'auto' }}
              w="fit-content"
              mx="auto"
              px="md"
              py="xs"
            >
              <Text size="sm">{count} selected</Text>
              <Button size="compact-md" variant="default" onClick={onClear}>
                Clear
              </Button>
              <Button size="compact-md" color="red" onClick={() => setConfirming(true)}>
                Delete
              </Button>
            </Group>
          </Affix>
        )}
      </Transition>
      <Confirm
        title={`Delete ${count}?`}
        submitLabel="Delete"
        opened={confirming}
        onClose={() => setConfirming(false)}
        onConfirm={async () => {
          await deleteMemories(memories)
          onClear()
        }}
      >
        <Text>No app can read them any more. They stay in the trash for 30 days.</Text>
      </Confirm>
    </>
  )
}
