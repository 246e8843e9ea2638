/** The dialect of docs/http-api.md, with spellings that its hosts are known to use. */
import type { Capabilities, Dialect, PagePaths, UploadForm } from './dialect.ts';

// Constants, because bundlers keep an object that is spread in every page.
const title = ['title', 'file_title', 'name'];
const size = ['size'];
const length = ['length'];
const canPlay = ['canplay'];
const uploaded = ['uploaded'];
const singleImage = ['single_img'];
const splashImage = ['splash_img'];
const protectedEmbed = ['protected_embed'];
const protectedDownload = ['protected_dl', 'protected_download'];
const fileCode = ['file_code', 'filecode'];
const folderId = ['fld_id', 'folder_id'];

export const documentCapabilities: Capabilities = {
  canSetTitleWhenSending: true,
  canPlaceOwnFiles: false,
  canDeleteFiles: false,
  canMoveFolders: false,
  canCheckFile: true,
  hasImages: true,
  hasProtectedLinks: true,
  hasEncodings: false,
  hasDeletedList: false,
  hasFileSizes: true,
  hasReportRange: true,
  reportsProgress: 'bytes',
  slots: 'total',
  takedowns: 'pages',
  playerOptions: { poster: true, subtitles: true },
};

export const documentPages: PagePaths = { player: ['/e/CODE'], download: ['/d/CODE'] };

export const documentUpload: UploadForm = {
  keyFields: ['api_key'],
  fileField: 'file',
  isKeyInQuery: true,
  folderField: null,
  titleField: null,
  fields: {
    title,
    size,
    length,
    canPlay,
    uploaded,
    singleImage,
    splashImage,
    protectedEmbed,
    protectedDownload,
    downloadUrl: ['download_url'],
  },
};

export const document: Dialect = {
  name: 'document',
  prefix: '/api/',
  calls: {
    'account.info': { path: 'account/info' },
    'account.reports': {
      path: 'account/stats',
      params: { days: 'last', from: 'from_date', to: 'to_date' },
    },
    'takedowns.list': { path: 'dmca/list', params: { page: 'page', perPage: 'per_page' } },
    'uploads.server': { path: 'upload/server' },
    'remoteUploads.add': {
      path: 'upload/url',
      params: { url: 'url', folderId: 'fld_id', title: 'new_title' },
    },
    'remoteUploads.list': { path: 'urlupload/list' },
    'remoteUploads.status': { path: 'urlupload/status', params: { fileCode: 'file_code' } },
    'remoteUploads.slots': { path: 'urlupload/slots' },
    // Every action needs `restart_errors`; only 1 restarts.
    'remoteUploads.restartErrors': { path: 'urlupload/actions', fixed: { restart_errors: 1 } },
    'remoteUploads.clearErrors': {
      path: 'urlupload/actions',
      fixed: { restart_errors: 0, clear_errors: 1 },
    },
    'remoteUploads.clearAll': { path: 'urlupload/actions', fixed: { restart_errors: 0, clear_all: 1 } },
    'remoteUploads.delete': {
      path: 'urlupload/actions',
      params: { fileCode: 'delete_code' },
      fixed: { restart_errors: 0 },
    },
    'folders.create': { path: 'folder/create', params: { name: 'name', parentId: 'parent_id' } },
    'folders.rename': { path: 'folder/rename', params: { folderId: 'fld_id', name: 'name' } },
    'folders.move': null,
    'folders.list': { path: 'folder/list', params: { folderId: 'fld_id', onlyFolders: 'only_folders' } },
    'files.list': {
      path: 'file/list',
      params: { page: 'page', perPage: 'per_page', folderId: 'fld_id', created: 'created' },
    },
    'files.check': { path: 'file/check', params: { fileCode: 'file_code' } },
    'files.info': { path: 'file/info', params: { fileCode: 'file_code' } },
    'files.images': { path: 'file/image', params: { fileCode: 'file_code' } },
    'files.rename': { path: 'file/rename', params: { fileCode: 'file_code', title: 'title' } },
    'files.move': { path: 'file/move', params: { fileCode: 'file_code', folderId: 'fld_id' } },
    'files.clone': { path: 'file/clone', params: { fileCode: 'file_code', folderId: 'fld_id' } },
    'files.delete': null,
    'files.deleted': null,
    'files.encodings': null,
    'files.search': { path: 'search/videos', params: { term: 'search_term' } },
  },
  fields: {
    account: {
      email: ['email'],
      login: [],
      balance: ['balance'],
      storageUsed: ['storage_used'],
      storageLeft: ['storage_left'],
      isPremium: [],
      premiumExpires: ['premim_expire', 'premium_expire'],
      filesTotal: [],
    },
    report: {
      day: ['day', 'date'],
      views: ['views'],
      downloads: ['downloads'],
      profitViews: ['profit_views'],
      profitTotal: ['profit_total'],
    },
    takedown: {
      fileCode,
      folderId,
      protectedDownload: ['protected_download', 'protected_dl'],
      protectedEmbed: ['protected_embed'],
      reportedOn: ['reported_on'],
      disabledOn: ['disabled_on'],
      deletesOn: [],
      deletesInSeconds: [],
    },
    transfer: {
      fileCode,
      remoteUrl: ['remote_url', 'url'],
      status: ['status'],
      bytesTotal: ['bytes_total'],
      bytesDownloaded: ['bytes_downloaded'],
      progress: [],
      created: ['created'],
      folderId: ['folder_id', 'fld_id'],
    },
    slots: { totalSlots: ['total_slots'], usedSlots: ['used_slots'], freeSlots: [] },
    added: { title: ['new_title'] },
    folder: { folderId, name: ['name', 'title', 'fld_name'], code: ['code', 'fld_code'] },
    fileEntry: {
      fileCode,
      title,
      downloadUrl: ['download_url', 'link'],
      singleImage,
      canPlay,
      length,
      views: ['views'],
      uploaded,
      isPublic: ['public'],
      folderId,
    },
    filePage: { totalPages: ['total_pages', 'pages'], total: ['results_total'] },
    fileInfo: {
      title,
      size,
      length,
      canPlay,
      uploaded,
      singleImage,
      splashImage,
      protectedEmbed,
      protectedDownload,
      views: ['views'],
      lastView: ['last_view'],
      folderId: [],
    },
    fileStatus: { status: ['status'] },
    fileImages: {
      title,
      singleImage,
      thumbImage: ['thumb_img'],
      splashImage,
    },
    clonedFile: {
      // Some hosts name the copy only by its address.
      fileCode: ['filecode', 'file_code', 'url'],
      embedUrl: ['embed_url'],
      downloadUrl: ['download_url', 'url'],
      protectedDownload: ['protected_download', 'protected_dl'],
      protectedEmbed: ['protected_embed'],
    },
    encoding: { fileCode: [], title: [], quality: [], status: [], progress: [], link: [] },
    deletedFile: { fileCode: [], title: [], deletedOn: [], deletedBy: [], deletedSecondsAgo: [] },
  },
  upload: documentUpload,
  pages: documentPages,
  marks: ['premim_expire'],
  capabilities: documentCapabilities,
};
