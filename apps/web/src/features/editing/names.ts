import type { Operation } from '@doslovno/domain/editing/operations.ts'
import type { Speaker } from '@doslovno/domain/editing/transcript.ts'

/** A name that somebody was given, or that was taken back. */
export type NameChange = { speakerId: number; name: string | undefined }

export function nameChanges(before: readonly Speaker[], after: readonly Speaker[]): NameChange[] {
  const nameIn = (speakers: readonly Speaker[], id: number) => speakers.find(({ speakerId }) => speakerId === id)?.name
  const ids = new Set([...before, ...after].map(({ speakerId }) => speakerId))
  return [...ids]
    .filter((id) => nameIn(before, id) !== nameIn(after, id))
    .map((speakerId) => ({ speakerId, name: nameIn(after, speakerId) }))
}

export function withNames(speakers: readonly Speaker[], changes: readonly NameChange[]): readonly Speaker[] {
  const others = speakers.filter(({ speakerId }) => !changes.some((change) => change.speakerId === speakerId))
  const given = changes.flatMap(({ speakerId, name }) => (name === undefined ? [] : [{ speakerId, name }]))
  return [...others, ...given].toSorted((one, other) => one.speakerId - other.speakerId)
}

/** An operation that brings speakers back brings them back under the names they were given meanwhile. */
export function namedIn(operation: Operation, changes: readonly NameChange[]): Operation {
  if (operation.kind !== 'restoreSpeakers') return operation
  return { ...operation, speakers: withNames(operation.speakers, changes) }
}
