import { changeMember, listMembers, removeMember, type VocabularyMember } from '@doslovno/contract/vocabularies.ts'
import { type MemberRole, memberRoles } from '@doslovno/contract/vocabulary.ts'
import { sharedVocabularyTexts } from '@doslovno/texts/vocabulary/sharing.ts'
import { Button, Select, Skeleton } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { UserMinus } from 'lucide-react'

import { call } from '#lib/api/current.ts'
import { VOCABULARY_KEY } from '#lib/queries/vocabulary.ts'
import { useConfirm } from '#ui/confirm-dialog.tsx'
import { IconAction } from '#ui/icon-action.tsx'
import { showToast } from '#ui/toast.ts'

import classes from '#features/vocabulary/vocabulary.module.css'
import rows from '#ui/rows.module.css'

const { members: texts, invite } = sharedVocabularyTexts
const CHOICES = memberRoles.map((value) => ({ value, label: invite.roleChoices[value] }))

export function MemberList({ vocabularyId }: { vocabularyId: string }) {
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: [...VOCABULARY_KEY, 'members', vocabularyId],
    queryFn: async ({ signal }) => (await call(listMembers, { params: { id: vocabularyId } }, signal)).data,
  })
  return (
    <section aria-label={texts.title} className={classes.members}>
      <h3>{texts.title}</h3>
      {!data && !isError && (
        <div role="status">
          <span className="visually-hidden">{texts.loading}</span>
          <Skeleton height={44} />
        </div>
      )}
      {!data && isError && (
        <div className={classes.failed}>
          <p role="alert">{texts.failed}</p>
          <Button variant="default" loading={isFetching} onClick={() => void refetch()}>
            {texts.retry}
          </Button>
        </div>
      )}
      {data?.length === 0 && <p className={classes.none}>{texts.none}</p>}
      {data && data.length > 0 && (
        <ul className={rows.list}>
          {data.map((member) => (
            <MemberRow key={member.userId} vocabularyId={vocabularyId} member={member} />
          ))}
        </ul>
      )}
    </section>
  )
}

type RowProps = { vocabularyId: string; member: VocabularyMember }

function MemberRow({ vocabularyId, member: { userId, name, email, role } }: RowProps) {
  const queries = useQueryClient()
  const reload = () => queries.invalidateQueries({ queryKey: VOCABULARY_KEY })
  const params = { id: vocabularyId, userId }
  const change = useMutation({
    mutationFn: (next: MemberRole) => call(changeMember, { params, body: { role: next } }),
    onSuccess: async () => {
      await reload()
      showToast(texts.changed)
    },
    onError: () => showToast(invite.failed),
  })
  const removal = useConfirm(() => ({
    ...texts.removal,
    subtitle: name,
    tone: 'bad',
    onConfirm: async () => {
      await call(removeMember, { params })
      showToast(texts.removal.done)
      await reload()
    },
  }))
  return (
    <li className={rows.row}>
      <div className={rows.words}>
        <b>{name}</b>
        {email && <span>{email}</span>}
      </div>
      <Select
        className={classes.role}
        aria-label={texts.role(name)}
        allowDeselect={false}
        data={CHOICES}
        value={change.isPending ? change.variables : role}
        onChange={(next) => next && next !== role && change.mutate(next)}
      />
      <IconAction icon={UserMinus} label={texts.remove} subject={name} onClick={() => removal.ask()} />
      {removal.dialog}
    </li>
  )
}
