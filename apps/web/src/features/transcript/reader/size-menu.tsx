import { sizeTexts } from '@doslovno/texts/file-page.ts'
import { ActionIcon, Menu } from '@mantine/core'
import { ALargeSmall, Check } from 'lucide-react'

import { useRemembered } from '#lib/use-remembered.ts'

import { type ReaderSize, readerSize, readerSizes } from './reader-size.ts'

export type ReaderSizeChoice = { size: ReaderSize; choose: (size: ReaderSize) => void }

/** The size of the text, remembered in this browser. */
export function useReaderSize(): ReaderSizeChoice {
  const [size, choose] = useRemembered(readerSize)
  return { size, choose }
}

export function SizeMenu({ size, choose }: ReaderSizeChoice) {
  return (
    <Menu position="bottom-end" width={236} radius="lg" shadow="lg">
      <Menu.Target>
        <ActionIcon variant="default" aria-label={sizeTexts.label} title={sizeTexts.label}>
          <ALargeSmall size={19} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {readerSizes.map((option) => (
          <Menu.RadioItem
            key={option}
            value={String(option)}
            checked={option === size}
            onChange={() => choose(option)}
            checkIcon={<Check size={15} aria-hidden />}
            closeMenuOnClick
            fz={option}
          >
            {sizeTexts.sizes[option]}
          </Menu.RadioItem>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
