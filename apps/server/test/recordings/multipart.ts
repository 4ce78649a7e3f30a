/** A multipart body with one file, as browsers send it. */
export function multipartFile(content: Buffer, fileName: string, contentType: string, field = 'file') {
  const boundary = 'test-boundary-7d1f'
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="${field}"; filename="${fileName}"\r\nContent-Type: ${contentType}\r\n\r\n`
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload: Buffer.concat([Buffer.from(head), content, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  }
}
