/** @jsxImportSource preact */
import 'linkhaul-player/preact';

export const right = (
  <linkhaul-player
    base-url="https://host.example"
    file-code="abc"
    loading="eager"
    allow-http
    sandbox=""
    class="wide"
    ref={(player) => player?.activate()}
    onlinkhaul-error={(event) => event.detail.field.toUpperCase()}
  >
    <a href="https://host.example/e/abc">Title</a>
  </linkhaul-player>
);

// @ts-expect-error an address is a text
export const number = <linkhaul-player base-url={7} />;
// @ts-expect-error there is no such word
export const word = <linkhaul-player loading="later" />;
// @ts-expect-error it is there or not
export const flag = <linkhaul-player credentialless="yes" />;
// @ts-expect-error a server would write it in small letters, which is another attribute
export const camel = <linkhaul-player fileCode="abc" />;
// @ts-expect-error the event of a loaded player has no detail
export const detail = <linkhaul-player onlinkhaul-load={(event) => event.detail.field} />;
