/** The documented fields of responses, by section of docs/http-api.md. */
import { successEnvelope } from '../caller.ts';
import {
  absoluteUrl,
  anyInteger,
  arrayOf,
  code,
  dateTime,
  day,
  either,
  exactly,
  filledText,
  integer,
  integerText,
  moneyText,
  objectWith,
  relativePath,
  text,
} from '../shapes.ts';

const address = either(relativePath, absoluteUrl);
const slots = { total_slots: integerText, used_slots: integerText };

const fileEntry = objectWith({
  file_code: code,
  title: text,
  download_url: absoluteUrl,
  single_img: address,
  canplay: integer,
  length: integerText,
  views: integerText,
  uploaded: dateTime,
  public: integerText,
  fld_id: integerText,
});

const details = {
  single_img: filledText,
  status: exactly(200),
  filecode: code,
  splash_img: filledText,
  canplay: integer,
  size: integerText,
  length: integerText,
  uploaded: dateTime,
  title: filledText,
};

export const responseShapes = {
  Envelope: successEnvelope,
  'Account info': objectWith({
    email: filledText,
    balance: moneyText,
    storage_used: integerText,
    storage_left: anyInteger,
    premim_expire: dateTime,
  }),
  Reports: objectWith({
    day,
    views: integerText,
    downloads: integerText,
    profit_views: moneyText,
    profit_total: moneyText,
  }),
  Takedowns: objectWith({
    file_code: code,
    fld_id: integerText,
    protected_download: code,
    protected_embed: code,
    reported_on: dateTime,
    disabled_on: dateTime,
  }),
  'Upload a file': objectWith({
    ...details,
    download_url: absoluteUrl,
    protected_embed: absoluteUrl,
    protected_dl: absoluteUrl,
  }),
  'Upload by link': objectWith({ new_title: text, ...slots, result: objectWith({ filecode: code }) }),
  'Transfer list': objectWith({
    file_code: code,
    remote_url: absoluteUrl,
    status: filledText,
    bytes_total: integerText,
    bytes_downloaded: integerText,
    created: dateTime,
    folder_id: integerText,
  }),
  Slots: objectWith(slots),
  'Create folder': objectWith({ fld_id: integerText }),
  'List folder': objectWith({ name: text, code: text, fld_id: integerText }),
  'List files': objectWith({
    total_pages: integer,
    files: arrayOf(fileEntry),
    results_total: integerText,
    results: integer,
  }),
  'File entry': fileEntry,
  'File status': objectWith({ filecode: code, status: text }),
  'File info': objectWith({
    ...details,
    views: integerText,
    last_view: either(exactly(''), dateTime),
    protected_embed: relativePath,
    protected_dl: relativePath,
  }),
  'File images': objectWith({
    status: exactly(200),
    filecode: code,
    title: filledText,
    single_img: address,
    thumb_img: address,
    splash_img: address,
  }),
  'Clone file': objectWith({
    embed_url: absoluteUrl,
    download_url: absoluteUrl,
    protected_download: absoluteUrl,
    protected_embed: absoluteUrl,
    filecode: code,
  }),
};
