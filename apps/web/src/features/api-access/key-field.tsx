import { maskApiKey } from '@doslovno/domain/account/api-key.ts'
import { apiAccessTexts } from '@doslovno/texts/account/api-access.ts'
import { ActionIcon, Button, TextInput, Tooltip } from '@mantine/core'
import { Copy, Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'

import { copyText } from '#lib/clipboard/copy-text.ts'

import classes from './api-access.module.css'

const texts = apiAccessTexts

/** The key, masked until its owner asks to see it. */
export function KeyField({ apiKey }: { apiKey: string }) {
  const [isShown, setIsShown] = useState(false)
  const Icon = isShown ? EyeOff : Eye
  const toggle = isShown ? texts.hide : texts.show
  return (
    <div className={classes.key}>
      <TextInput
        readOnly
        value={isShown ? apiKey : maskApiKey(apiKey)}
        aria-label={texts.key}
        spellCheck={false}
        onFocus={({ currentTarget }) => currentTarget.select()}
        rightSection={
          <Tooltip label={toggle}>
            <ActionIcon aria-label={toggle} onClick={() => setIsShown(!isShown)}>
              <Icon size={18} aria-hidden />
            </ActionIcon>
          </Tooltip>
        }
      />
      <Button
        variant="default"
        leftSection={<Copy size={16} aria-hidden />}
        onClick={() => void copyText(apiKey, texts.copied, texts.notCopied)}
      >
        {texts.copy}
      </Button>
    </div>
  )
}
