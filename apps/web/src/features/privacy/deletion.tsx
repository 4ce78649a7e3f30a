import type { User } from '@doslovno/contract/accounts.ts'
import { privacyTexts } from '@doslovno/texts/account/privacy.ts'
import { Button } from '@mantine/core'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'

import { DeletionDialog } from './deletion-dialog.tsx'
import { KeepButton } from './keep-button.tsx'

import classes from './privacy.module.css'

const texts = privacyTexts.deletion

/** Deletes the account; while the deletion is planned, offers the way back. */
export function Deletion({ user }: { user: User }) {
  const [isAsking, setIsAsking] = useState(false)
  const { deletionAt } = user
  return (
    <div className={classes.row}>
      <Trash2 size={20} aria-hidden />
      <div className={classes.words}>
        <b>{texts.title}</b>
        {deletionAt ? (
          <>
            <p className={classes.bad}>{texts.planned(new Date(deletionAt))}</p>
            <p>{texts.plannedText}</p>
          </>
        ) : (
          <p>{texts.text}</p>
        )}
      </div>
      <div className={classes.actions}>
        {deletionAt ? (
          <KeepButton user={user} />
        ) : (
          <Button variant="default" className={classes.danger} onClick={() => setIsAsking(true)}>
            {texts.open}
          </Button>
        )}
      </div>
      <DeletionDialog opened={isAsking} onClose={() => setIsAsking(false)} />
    </div>
  )
}
