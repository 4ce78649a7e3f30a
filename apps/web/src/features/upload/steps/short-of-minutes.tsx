import { timeUnits } from '@doslovno/texts/format.ts'
import { uploadProblems, uploadTexts } from '@doslovno/texts/upload.ts'
import { Button } from '@mantine/core'
import { Wallet } from 'lucide-react'
import type { ReactNode } from 'react'

import { LinkButton } from '#ui/link-button.tsx'
import { Notice } from '#ui/notice.tsx'

type Props = {
  availableMinutes: number
  canBuy: boolean
  isStarting?: boolean
  onForce: () => void
  children?: ReactNode
}

const texts = uploadProblems.shortOfMinutes

/** Fewer minutes than the recording lasts: process its beginning, or buy more. */
export function ShortOfMinutes({ availableMinutes, canBuy, isStarting = false, onForce, children }: Props) {
  const minutes = `${availableMinutes}\u00a0${timeUnits.minutes}`
  const hasSome = availableMinutes > 0
  return (
    <Notice icon={Wallet} tone="marker" title={texts.title} text={hasSome ? texts.some(minutes) : texts.none}>
      {hasSome && (
        <Button size="md" loading={isStarting} onClick={onForce}>
          {texts.force(minutes)}
        </Button>
      )}
      {canBuy && (
        <LinkButton to="/account" hash="extra-minutes" size="md" variant={hasSome ? 'default' : 'filled'}>
          {uploadTexts.buyMinutes}
        </LinkButton>
      )}
      {children}
    </Notice>
  )
}
