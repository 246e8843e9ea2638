<?php
/** `php kses.php FOLDER URL < JSON of a list of texts`: how WordPress stores and shows each text of an author, as JSON. */
[, $folder, $url] = $argv;
$_SERVER['HTTP_HOST'] = parse_url( $url, PHP_URL_HOST ) . ':' . parse_url( $url, PHP_URL_PORT );
require "$folder/wp-load.php";
wp_set_current_user( get_user_by( 'login', 'author' )->ID );
kses_init();
$results = array();
foreach ( json_decode( stream_get_contents( STDIN ) ) as $text ) {
	$id        = wp_insert_post( array( 'post_title' => 'A post', 'post_status' => 'publish', 'post_content' => wp_slash( $text ) ) );
	$results[] = array( 'stored' => get_post( $id )->post_content, 'shown' => apply_filters( 'the_content', get_post( $id )->post_content ), 'url' => get_permalink( $id ) );
}
echo json_encode( $results );
