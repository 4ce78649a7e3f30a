import { voicesTexts } from '@doslovno/texts/voices.ts'
import { Button, Menu } from '@mantine/core'
import type { CSSProperties } from 'react'

import { speakerColour, type Talk } from '#features/transcript/speakers/speakers.ts'

import classes from './voices.module.css'

type Props = {
  name: string
  others: readonly Talk[]
  nameOf: (speaker: number) => string
  onSame: (speaker: number) => void
}

/** Says that this voice is another one's. */
export function SameMenu({ name, others, nameOf, onSame }: Props) {
  return (
    <Menu position="bottom-end" radius="lg" shadow="lg" returnFocus={false}>
      <Menu.Target>
        <Button
          className={classes.same}
          size="compact-sm"
          variant="subtle"
          color="gray"
          aria-label={`${voicesTexts.same} ${name}`}
        >
          {voicesTexts.same}
        </Button>
      </Menu.Target>
      <Menu.Dropdown className={classes.others}>
        {others.map(({ speaker }) => (
          <Menu.Item
            key={speaker}
            className={classes.other}
            style={{ '--speaker': speakerColour(speaker) } as CSSProperties} // React has no type for custom properties
            onClick={() => onSame(speaker)}
          >
            {nameOf(speaker)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
