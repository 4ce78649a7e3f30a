import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetBucketVersioningCommand,
  HeadObjectCommand,
  ListObjectVersionsCommand,
  type ListObjectVersionsCommandOutput,
  type S3Client,
} from '@aws-sdk/client-s3'

import { isRefusal, statusOf } from './connect.ts'

/** Access to deleted and overwritten objects of a bucket with versions. */
export type Versions = {
  /** False as well if the store knows no versions or does not tell. */
  areKept(): Promise<boolean>
  /** All keys that begin with the prefix, deleted ones too, in their order; holds one page in memory. */
  list(prefix: string): AsyncGenerator<ObjectHistory>
  /** Deletes one version for good. Without a delete marker, the version before it is the current one again. */
  remove(key: string, versionId: string): Promise<void>
  /** Copies a version over the current one, inside the store; at most 5 GB, as S3 allows. */
  makeCurrent(key: string, versionId: string): Promise<void>
  /** Whether the current version was made from that one by `makeCurrent`. */
  isCopyOf(key: string, versionId: string): Promise<boolean>
}

/** The versions of one key, the current one first. */
export type ObjectHistory = { key: string; versions: ObjectVersion[] }

/** A delete marker is a version without content: while it is the current one, the object counts as deleted. */
export type ObjectVersion = { id: string; modifiedAt: Date; isCurrent: boolean; isMarker: boolean }

export function createVersions(client: S3Client, bucket: string): Versions {
  const at = (key: string) => ({ Bucket: bucket, Key: key })
  return {
    areKept: () => areVersionsKept(client, bucket),
    list: (prefix) => byKey(listVersions(client, bucket, prefix)),
    remove: async (key, versionId) =>
      void (await client.send(new DeleteObjectCommand({ ...at(key), VersionId: versionId }))),
    makeCurrent: async (key, versionId) => {
      const { ContentType } = await client.send(new HeadObjectCommand({ ...at(key), VersionId: versionId }))
      const CopySource = `${bucket}/${encodeURI(key)}?versionId=${encodeURIComponent(versionId)}`
      const Metadata = { [COPY_OF]: versionId }
      const copy = { ...at(key), CopySource, ContentType, Metadata, MetadataDirective: 'REPLACE' as const }
      await client.send(new CopyObjectCommand(copy))
    },
    isCopyOf: async (key, versionId) => {
      const current = await client.send(new HeadObjectCommand(at(key))).catch((error: unknown) => {
        if (statusOf(error) === 404) return undefined
        throw error
      })
      return current?.Metadata?.[COPY_OF] === versionId
    },
  }
}

/** ETags cannot tell: a copy of an object that was uploaded in parts has another one. */
const COPY_OF = 'copy-of-version'

async function areVersionsKept(client: S3Client, bucket: string): Promise<boolean> {
  try {
    return (await client.send(new GetBucketVersioningCommand({ Bucket: bucket }))).Status === 'Enabled'
  } catch (error) {
    if (isRefusal(error)) return false
    throw error
  }
}

type KeyedVersion = ObjectVersion & { key: string }

async function* byKey(versions: AsyncGenerator<KeyedVersion>): AsyncGenerator<ObjectHistory> {
  let history: ObjectHistory | undefined
  for await (const { key, ...version } of versions) {
    if (history && history.key !== key) yield history
    if (history?.key !== key) history = { key, versions: [] }
    history.versions.push(version)
  }
  if (history) yield history
}

async function* listVersions(client: S3Client, bucket: string, prefix: string): AsyncGenerator<KeyedVersion> {
  for (let after: { KeyMarker?: string; VersionIdMarker?: string } = {}, isMore = true; isMore;) {
    const page = await client.send(new ListObjectVersionsCommand({ Bucket: bucket, Prefix: prefix, ...after }))
    yield* versionsOf(page)
    const { NextKeyMarker: KeyMarker, NextVersionIdMarker: VersionIdMarker } = page
    isMore = page.IsTruncated === true && KeyMarker !== undefined
    after = { ...(KeyMarker && { KeyMarker }), ...(VersionIdMarker && { VersionIdMarker }) }
  }
}

/** The store lists versions and markers apart, each by key and newest first. */
function versionsOf({ Versions = [], DeleteMarkers = [] }: ListObjectVersionsCommandOutput): KeyedVersion[] {
  const found: KeyedVersion[] = []
  for (const [listed, isMarker] of [
    [Versions, false],
    [DeleteMarkers, true],
  ] as const)
    // prettier-ignore
    for (const { Key: key, VersionId: id, LastModified: modifiedAt, IsLatest: isCurrent = false } of listed)
      if (key && id && modifiedAt) found.push({ key, id, modifiedAt, isCurrent, isMarker })
  return found.toSorted(byKeyAndAge)
}

function byKeyAndAge(a: KeyedVersion, b: KeyedVersion): number {
  if (a.key !== b.key) return a.key < b.key ? -1 : 1
  return Number(b.isCurrent) - Number(a.isCurrent) || b.modifiedAt.getTime() - a.modifiedAt.getTime()
}
