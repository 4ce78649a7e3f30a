import { joinVocabulary, openInvite, type VocabularyInvite } from '@doslovno/contract/vocabularies.ts'
import { inviteTexts as texts } from '@doslovno/texts/vocabulary/sharing.ts'
import { Button, Loader } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { BookOpenCheck, BookUser, CloudOff, Link2Off } from 'lucide-react'

import { call } from '#lib/api/current.ts'
import { ApiError, codeOf } from '#lib/http/api-error.ts'
import { VOCABULARY_KEY } from '#lib/queries/vocabulary.ts'
import { BusyButton } from '#ui/busy-button.tsx'
import { Notice } from '#ui/notice.tsx'

import classes from '#features/vocabulary/vocabulary.module.css'

/** Opening the link changes nothing: only a click joins. */
export function Invite({ token }: { token: string | undefined }) {
  const queries = useQueryClient()
  const opened = useQuery({
    queryKey: [...VOCABULARY_KEY, 'invite', token],
    queryFn: async ({ signal }) => (await call(openInvite, { body: { token: token ?? '' } }, signal)).invite,
    enabled: token !== undefined,
    staleTime: Infinity,
  })
  const join = useMutation({
    mutationFn: (code: string) => call(joinVocabulary, { body: { token: code } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: VOCABULARY_KEY, refetchType: 'none' }),
  })
  const error = join.error ?? opened.error
  if (join.isSuccess) return <Joined name={join.data.vocabulary.name} />
  if (token === undefined || isFinal(error)) return <Wrong />
  if (opened.isError) return <Unavailable isFetching={opened.isFetching} onRetry={() => void opened.refetch()} />
  if (!opened.data)
    return (
      <div className={classes.opening} role="status">
        <span className="visually-hidden">{texts.loading}</span>
        <Loader />
      </div>
    )
  if (opened.data.isMember) return <Joined name={opened.data.name} isOld />
  return <Invited invite={opened.data} isBusy={join.isPending} error={join.error} onJoin={() => join.mutate(token)} />
}

/** The server has decided: the link leads nowhere. */
function isFinal(error: unknown): boolean {
  return error instanceof ApiError && [400, 404, 410].includes(error.status)
}

type InvitedProps = { invite: VocabularyInvite; isBusy: boolean; error: Error | null; onJoin: () => void }

function Invited({ invite: { name, ownerName, terms, role }, isBusy, error, onJoin }: InvitedProps) {
  return (
    <Notice
      icon={BookUser}
      tone="marker"
      title={texts.title(ownerName, name)}
      text={
        <>
          {texts.text[role](terms)} {texts.seen}
        </>
      }
    >
      <BusyButton size="md" isBusy={isBusy} onClick={onJoin}>
        {texts.join}
      </BusyButton>
      {error && (
        <p className={classes.problem} role="alert">
          {codeOf(error) === 'tooManyVocabularies' ? texts.limit : texts.failed}
        </p>
      )}
    </Notice>
  )
}

function Joined({ name, isOld = false }: { name: string; isOld?: boolean }) {
  return (
    <Notice
      icon={BookOpenCheck}
      title={isOld ? texts.already(name) : texts.joined(name)}
      text={isOld ? texts.alreadyText : texts.joinedText}
    >
      <Button component={Link} to="/upload" size="md">
        {texts.toUpload}
      </Button>
      <ToVocabulary />
    </Notice>
  )
}

function Wrong() {
  return (
    <Notice icon={Link2Off} title={texts.wrong} text={texts.wrongText} tone="bad">
      <ToVocabulary />
    </Notice>
  )
}

function ToVocabulary() {
  return (
    <Button component={Link} to="/account" hash="vocabulary" size="md" variant="default">
      {texts.toVocabulary}
    </Button>
  )
}

function Unavailable({ isFetching, onRetry }: { isFetching: boolean; onRetry: () => void }) {
  return (
    <Notice icon={CloudOff} title={texts.unavailable} text={texts.unavailableText}>
      <Button size="md" variant="default" loading={isFetching} onClick={onRetry}>
        {texts.retry}
      </Button>
    </Notice>
  )
}
