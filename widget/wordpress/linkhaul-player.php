<?php
/**
 * Plugin Name: Linkhaul Player
 * Description: The address of a file at your file host, alone on its line, becomes a player that loads when a visitor activates it.
 * Version: 0.1.0
 * Requires at least: 6.0
 * Requires PHP: 7.4
 * License: MIT
 * License URI: https://opensource.org/license/mit
 * Text Domain: linkhaul-player
 *
 * Posts contain only the address: authors need no permission to use HTML, and without this plugin it can still become a link.
 */

defined( 'ABSPATH' ) || exit;

/** Name of the option: addresses of hosts, one per line. */
const linkhaulPlayerHosts = 'linkhaul_player_hosts';

/** @return string[] Addresses of hosts, without a trailing slash. */
function linkhaul_player_hosts() {
	return preg_split( '/\s+/', (string) get_option( linkhaulPlayerHosts, '' ), -1, PREG_SPLIT_NO_EMPTY );
}

/** Normalizes a host's address for comparison. Returns null if it is invalid. Like the player, allows http only on this machine. */
function linkhaul_player_normalize_host( $text ) {
	$parts = wp_parse_url( $text );
	$host  = is_array( $parts ) && isset( $parts['host'] ) ? strtolower( $parts['host'] ) : '';
	if ( ! preg_match( '/^([\w.-]+|\[[\da-f:]+\])$/', $host ) || array_intersect_key( $parts, array_flip( array( 'user', 'pass', 'query', 'fragment' ) ) ) ) {
		return null;
	}
	$scheme   = strtolower( isset( $parts['scheme'] ) ? $parts['scheme'] : '' );
	$is_local = preg_match( '/^((.+\.)?localhost|127[.\d]+|\[::1\])$/', $host );
	if ( 'https' !== $scheme && ! ( 'http' === $scheme && $is_local ) ) {
		return null;
	}
	$path = isset( $parts['path'] ) ? rtrim( $parts['path'], '/' ) : '';
	return $scheme . '://' . $host . ( isset( $parts['port'] ) ? ':' . $parts['port'] : '' ) . $path;
}

/** Registers a handler for file addresses. The block editor and the classic editor use the same handlers. */
function linkhaul_player_register() {
	wp_register_script( 'linkhaul-player', plugins_url( 'linkhaul-player.js', __FILE__ ), array(), '0.1.0', true );
	$hosts = array_map(
		function ( $host ) {
			return preg_quote( $host, '#' );
		},
		linkhaul_player_hosts()
	);
	if ( $hosts ) {
		// The address of a player (/e/CODE) or of a download page (/d/CODE/name.mp4).
		$pattern = '#^(?:' . implode( '|', $hosts ) . ')/[ed]/[^/?\#\s]+/*([^/?\#\s]*)(?:\?[^\#\s]*)?$#i';
		wp_embed_register_handler( 'linkhaul-player', $pattern, 'linkhaul_player_render' );
	}
}
add_action( 'init', 'linkhaul_player_register' );

/** @param string[] $matches The address and the file name at its end. */
function linkhaul_player_render( $matches, $attr, $url ) {
	$name  = wp_check_invalid_utf8( rawurldecode( $matches[1] ) );
	$post  = get_post();
	$title = $post ? html_entity_decode( wp_strip_all_tags( get_the_title( $post ) ), ENT_QUOTES, 'UTF-8' ) : '';
	$texts = array_filter( array( $name, $title, __( 'Video', 'linkhaul-player' ) ), 'strlen' );
	$link  = sprintf( '<a href="%s">%s</a>', esc_url( $url, array( 'https', 'http' ) ), esc_html( reset( $texts ) ) );
	if ( is_feed() ) {
		return '<p>' . $link . '</p>';
	}
	wp_enqueue_script( 'linkhaul-player' );
	// The classic editor's preview only runs scripts that the HTML contains.
	$script = wp_doing_ajax() ? wp_get_script_tag( array( 'src' => plugins_url( 'linkhaul-player.js', __FILE__ ) ) ) : '';
	return $script . sprintf(
		'<linkhaul-player play-label="%s" open-label="%s">%s</linkhaul-player>',
		esc_attr__( 'Play', 'linkhaul-player' ),
		esc_attr__( 'Open at the host', 'linkhaul-player' ),
		$link
	);
}

/** Keeps valid addresses and reports invalid ones. */
function linkhaul_player_sanitize( $text ) {
	$hosts = array();
	foreach ( preg_split( '/[\s,]+/', (string) $text, -1, PREG_SPLIT_NO_EMPTY ) as $line ) {
		$host = linkhaul_player_normalize_host( $line );
		if ( null !== $host ) {
			$hosts[ $host ] = true;
		} else {
			/* translators: %s: the text that was entered */
			$message = sprintf( __( '%s isn’t the address of a host. Enter it with https://', 'linkhaul-player' ), $line );
			add_settings_error( linkhaulPlayerHosts, 'address', esc_html( $message ) );
		}
	}
	return implode( "\n", array_keys( $hosts ) );
}

function linkhaul_player_register_setting() {
	register_setting(
		'linkhaul_player',
		linkhaulPlayerHosts,
		array(
			'type'              => 'string',
			'default'           => '',
			'sanitize_callback' => 'linkhaul_player_sanitize',
		)
	);
}
add_action( 'admin_init', 'linkhaul_player_register_setting' );

function linkhaul_player_add_page() {
	$name = __( 'Linkhaul Player', 'linkhaul-player' );
	add_options_page( $name, $name, 'manage_options', 'linkhaul-player', 'linkhaul_player_show_page' );
}
add_action( 'admin_menu', 'linkhaul_player_add_page' );

function linkhaul_player_show_page() {
	?>
	<div class="wrap">
		<h1><?php esc_html_e( 'Linkhaul Player', 'linkhaul-player' ); ?></h1>
		<form action="options.php" method="post">
			<?php settings_fields( 'linkhaul_player' ); ?>
			<p><label for="linkhaul-player-hosts"><?php esc_html_e( 'Hosts, one address a line', 'linkhaul-player' ); ?></label></p>
			<p><textarea id="linkhaul-player-hosts" class="large-text code" rows="5" name="<?php echo esc_attr( linkhaulPlayerHosts ); ?>" placeholder="https://host.example"><?php echo esc_textarea( implode( "\n", linkhaul_player_hosts() ) ); ?></textarea></p>
			<p class="description"><?php esc_html_e( 'The address of a file at one of these hosts, alone on its line, becomes a player. Others stay as they are.', 'linkhaul-player' ); ?></p>
			<?php submit_button(); ?>
		</form>
	</div>
	<?php
}

function linkhaul_player_uninstall() {
	delete_option( linkhaulPlayerHosts );
}
register_uninstall_hook( __FILE__, 'linkhaul_player_uninstall' );
