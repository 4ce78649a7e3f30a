import type { Upload } from '@doslovno/contract/uploads.ts'

import type { PartsUpload } from './parts.ts'

export function uploadView(upload: PartsUpload, uploadedBytes: number): Upload {
  return {
    id: upload.id,
    fileName: upload.fileName,
    size: upload.sizeBytes,
    contentType: upload.contentType,
    partSize: upload.partSize,
    uploadedBytes,
    createdAt: upload.createdAt.toISOString(),
    expiresAt: upload.expiresAt.toISOString(),
  }
}
