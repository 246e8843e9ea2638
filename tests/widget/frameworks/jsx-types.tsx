/** @jsxImportSource react */
// For React. `package.all.test.ts` derives the files for Preact and Solid.
import 'linkhaul-player/react';

export const valid = (
  <linkhaul-player
    base-url="https://host.example"
    file-code="abc"
    loading="eager"
    allow-http
    sandbox=""
    className="wide"
    ref={(player) => player?.activate()}
    onlinkhaul-error={(event) => event.detail.field.toUpperCase()}
  >
    <a href="https://host.example/e/abc">Title</a>
  </linkhaul-player>
);

// @ts-expect-error an address is a string
export const number = <linkhaul-player base-url={7} />;
// @ts-expect-error not a value of this attribute
export const word = <linkhaul-player loading="later" />;
// @ts-expect-error a boolean attribute has no text
export const flag = <linkhaul-player credentialless="yes" />;
// @ts-expect-error attributes have no camel case
export const camel = <linkhaul-player fileCode="abc" />;
// @ts-expect-error the event of a loaded player has no detail
export const detail = <linkhaul-player onlinkhaul-load={(event) => event.detail.field} />;
