{
  const chosen = localStorage.getItem('mantine-color-scheme-value')
  const isDark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.setAttribute('data-mantine-color-scheme', isDark ? 'dark' : 'light')

  // In the head, above the styles of pages, which are loaded later: those must win.
  for (const href of '%STYLES%'.split(' ').filter(Boolean))
    document.head.append(Object.assign(document.createElement('link'), { rel: 'stylesheet', href }))
}
