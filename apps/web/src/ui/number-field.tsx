import { numberTexts } from '@doslovno/texts/form.ts'
import { ActionIcon, TextInput, type TextInputProps } from '@mantine/core'
import { Minus, Plus } from 'lucide-react'
import type { KeyboardEvent } from 'react'

type Props = Omit<TextInputProps, 'value' | 'onChange' | 'rightSection'> & {
  value: string
  onChange: (text: string) => void
  /** A step up or down, by a button or an arrow key. */
  onStep: (direction: 1 | -1) => void
}

/** A number as text, so that whatever was typed stays visible and can be explained. */
export function NumberField({ value, onChange, onStep, ...props }: Props) {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
    event.preventDefault()
    onStep(event.key === 'ArrowUp' ? 1 : -1)
  }
  return (
    <TextInput
      {...props}
      inputMode="numeric"
      autoComplete="off"
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      onKeyDown={onKeyDown}
      rightSectionWidth={72}
      rightSection={
        <>
          <ActionIcon size={30} aria-label={numberTexts.less} onClick={() => onStep(-1)}>
            <Minus size={16} aria-hidden />
          </ActionIcon>
          <ActionIcon size={30} aria-label={numberTexts.more} onClick={() => onStep(1)}>
            <Plus size={16} aria-hidden />
          </ActionIcon>
        </>
      }
    />
  )
}
