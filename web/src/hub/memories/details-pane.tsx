import { t } from '@lingui/core/macro'
import { ActionIcon, Title } from '@mantine/core'
import ChevronDown from 'lucide-react/icons/chevron-down'
import ChevronUp from 'lucide-react/icons/chevron-up'
import X from 'lucide-react/icons/x'
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import css from './details-pane.module.css'
import type { Memory } from './memory.ts'
import { MemoryDetails } from './memory-details.tsx'

interface DetailsPaneProps {
  id: string
  /** The memories of the list, in its order. */
  memories: readonly Memory[]
  /** Counts how often details were opened from a row, which moves the focus here. */
  openings: number
  /** Shows a memory to which the details lead. */
  onShow: (id: string) => void
  /** Shows the memory before or after this one. */
  onMove: (id: string) => void
  onClose: () => void
}

const STEPS: Readonly<Record<string, 1 | -1>> = { j: 1, k: -1 }

/** The details of a memory beside the list, which stays in use. */
export function DetailsPane({ id, memories, openings, onShow, onMove, onClose }: DetailsPaneProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const pane = useRef<HTMLElement>(null)
  useEffect(() => {
    if (openings) heading.current?.focus({ preventScroll: true })
  }, [openings])
  // biome-ignore lint/correctness/useExhaustiveDependencies: each memory is read from its top.
  useEffect(() => {
    pane.current?.scrollTo(0, 0)
  }, [id])
  const at = memories.findIndex((memory) => memory.id === id)
  const beside = (step: 1 | -1) => (at < 0 ? undefined : memories[at + step]?.id)
  const moveBy = (step: 1 | -1) => {
    const next = beside(step)
    if (next) onMove(next)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, target, defaultPrevented, ctrlKey, metaKey, altKey } = event
    if (defaultPrevented || ctrlKey || metaKey || altKey) return
    if (target instanceof Element && target.closest('form, input, [role=menu]')) return
    const step = STEPS[key]
    if (step) moveBy(step)
  }
  const [previous, next] = [beside(-1), beside(1)]
  return (
    <aside ref={pane} className={css.pane} aria-label={t`About this memory`} onKeyDown={onKeyDown}>
      <div className={css.head}>
        <Title order={2} size="h5" ref={heading} tabIndex={-1} className={css.title}>
          {t`About this memory`}
        </Title>
        <Step label={t`Previous memory`} shortcut="k" isEnabled={previous !== undefined} onClick={() => moveBy(-1)}>
          <ChevronUp size={18} />
        </Step>
        <Step label={t`Next memory`} shortcut="j" isEnabled={next !== undefined} onClick={() => moveBy(1)}>
          <ChevronDown size={18} />
        </Step>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={t`Close`} onClick={onClose}>
          <X size={18} />
        </ActionIcon>
      </div>
      <div className={css.body}>
        <MemoryDetails key={id} id={id} onShow={onShow} onGone={onClose} />
      </div>
    </aside>
  )
}

interface StepProps {
  label: string
  shortcut: string
  isEnabled: boolean
  onClick: () => void
  children: ReactNode
}

/** A button that keeps the focus at either end of the list. */
function Step({ label, shortcut, isEnabled, onClick, children }: StepProps) {
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="lg"
      aria-label={label}
      title={`${label} (${shortcut.toUpperCase()})`}
      aria-keyshortcuts={shortcut}
      aria-disabled={!isEnabled}
      className={css.step}
      onClick={onClick}
    >
      {children}
    </ActionIcon>
  )
}
