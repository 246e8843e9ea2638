/** Why the interface doesn't use some parts of the API: an endpoint, a section, "endpoint parameter" or "section field". */
const reasons: Readonly<Record<string, string>> = {
  '/upload file_title': 'not sent: a file is titled by its name',
  '/upload file_descr': 'not sent: Linkhaul has no descriptions',
  '/upload snapshot': 'not sent: the host makes images',
  '/upload tags': 'not sent: Linkhaul has no tags',
  '/upload html_redirect': 'not sent: the answer is read',
  '/api/file/encodings': 'while a file is encoded: `tests/e2e/files/sibling.spec.ts`',
  '/api/folder/create descr': 'not sent: Linkhaul has no descriptions',
  '/api/folder/edit descr': 'not sent: Linkhaul has no descriptions',
  '/api/folder/list files': 'not sent: files are listed by `/api/file/list`',
  '/api/file/list public': 'not sent: the catalog filters',
  '/api/file/list adult': 'not sent: Linkhaul does not tell these files apart',
  '/api/file/clone file_title': 'not sent: a copy keeps its title',
  '/api/file/deleted': 'not asked for: the catalog is compared with the list of files',
  'Account info login': 'not shown',
  'Account info premium': 'shown where the end of the premium time is unknown',
  'Account info files_total': 'not shown',
  'Reports views_adb': 'not read: part of `views`',
  'Reports views_prem': 'not read: part of `views`',
  'Reports sales': 'not read: reports are of views and downloads',
  'Reports refs': 'not read: reports are of views and downloads',
  'Reports profit_sales': 'not read: part of `profit_total`',
  'Reports profit_refs': 'not read: part of `profit_total`',
  'Reports profit_site': 'not read: part of `profit_total`',
  'Upload a file filename': 'not shown: tells the entry of this file from others',
  Encodings: 'while a file is encoded: `tests/e2e/files/sibling.spec.ts`',
  'List files results': 'not read: a page’s entries are counted',
  'File info file_views_full': 'not read: Linkhaul counts views',
  'File info file_adult': 'not read: Linkhaul does not tell these files apart',
  'File info cat_id': 'not read: no call names the categories',
  'File info tags': 'not read: Linkhaul has no tags',
  'Clone file url': 'read where there is no code; the page of a copy is that of its entry',
  'Deleted files': 'not asked for: the catalog is compared with the list of files',
};

/** Undefined if the interface uses the part, given as "endpoint parameter" or "section field". */
export const reasonOf = (key: string): string | undefined =>
  reasons[key] ?? reasons[key.slice(0, key.lastIndexOf(' '))];
