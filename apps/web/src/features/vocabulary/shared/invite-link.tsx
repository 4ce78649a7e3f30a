import { createInvite, revokeInvite, type Vocabulary } from '@doslovno/contract/vocabularies.ts'
import { type MemberRole, memberRoles } from '@doslovno/contract/vocabulary.ts'
import { sharedVocabularyTexts } from '@doslovno/texts/vocabulary/sharing.ts'
import { Button, SegmentedControl, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Copy } from 'lucide-react'
import { useState } from 'react'

import { call } from '#lib/api/current.ts'
import { copyText } from '#lib/clipboard/copy-text.ts'
import { vocabulariesQuery } from '#lib/queries/vocabulary.ts'
import { BusyButton } from '#ui/busy-button.tsx'
import { showToast } from '#ui/toast.ts'

import classes from '#features/vocabulary/vocabulary.module.css'

const texts = sharedVocabularyTexts.invite

/** The server keeps only a hash of the link, so it is shown once, right after it was made. */
export function InviteLink({ vocabulary: { id, inviteRole } }: { vocabulary: Vocabulary }) {
  const [role, setRole] = useState<MemberRole>(inviteRole ?? 'use')
  const queries = useQueryClient()
  const reload = () => queries.invalidateQueries({ queryKey: vocabulariesQuery.queryKey })
  const failed = () => showToast(texts.failed)
  const create = useMutation({
    mutationFn: () => call(createInvite, { params: { id }, body: { role } }),
    onSuccess: reload,
    onError: failed,
  })
  const revoke = useMutation({
    mutationFn: () => call(revokeInvite, { params: { id } }),
    onSuccess: async () => {
      create.reset()
      showToast(texts.revoked)
      await reload()
    },
    onError: failed,
  })
  const isActive = inviteRole !== null
  return (
    <section className={classes.invite} aria-label={texts.title}>
      <h3>{texts.title}</h3>
      <p>{isActive ? texts.active[inviteRole] : texts.none}</p>
      {create.data && isActive && <NewLink url={create.data.url} />}
      <div>
        <span className={classes.roleLabel} aria-hidden>
          {texts.role}
        </span>
        <SegmentedControl
          fullWidth
          aria-label={texts.role}
          value={role}
          data={memberRoles.map((value) => ({ value, label: texts.roleChoices[value] }))}
          onChange={setRole}
        />
      </div>
      <div className={classes.inviteActions}>
        <BusyButton variant="default" isBusy={create.isPending} onClick={() => create.mutate()}>
          {isActive ? texts.renew : texts.create}
        </BusyButton>
        {isActive && (
          <BusyButton variant="subtle" isBusy={revoke.isPending} onClick={() => revoke.mutate()}>
            {texts.revoke}
          </BusyButton>
        )}
      </div>
    </section>
  )
}

function NewLink({ url }: { url: string }) {
  return (
    <>
      <div className={classes.link}>
        <TextInput
          readOnly
          value={url}
          aria-label={texts.label}
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
        <Button
          leftSection={<Copy size={16} aria-hidden />}
          onClick={() => void copyText(url, texts.copied, texts.copyFailed)}
        >
          {texts.copy}
        </Button>
      </div>
      <p className={classes.once} role="status">
        {texts.once}
      </p>
    </>
  )
}
