/** Lets the browser save a file of another origin; its name comes with the answer. */
export function startDownload(url: string) {
  const link = document.createElement('a')
  link.href = url
  link.rel = 'noreferrer'
  document.body.append(link)
  link.click()
  link.remove()
}
