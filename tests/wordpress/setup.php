<?php
/** `php setup.php FOLDER URL`: installs WordPress and prints an application password of the author as JSON. */
[, $folder, $url] = $argv;
$_SERVER['HTTP_HOST'] = parse_url( $url, PHP_URL_HOST ) . ':' . parse_url( $url, PHP_URL_PORT );
define( 'WP_INSTALLING', true );
require "$folder/wp-load.php";
require_once ABSPATH . 'wp-admin/includes/upgrade.php';
require_once ABSPATH . 'wp-admin/includes/plugin.php';
wp_install( 'A website', 'admin', 'admin@site.example', true, '', 'admin-password' );
switch_theme( 'plain' );
activate_plugin( 'linkhaul-player/linkhaul-player.php' );
wp_insert_user( array( 'user_login' => 'author', 'user_pass' => 'author-password', 'user_email' => 'author@site.example', 'role' => 'author' ) );
